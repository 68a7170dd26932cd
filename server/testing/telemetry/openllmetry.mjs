import { OpenAIInstrumentation } from '@traceloop/instrumentation-openai';
import OpenAI from 'openai';
import { chatLoop, responsesLoop } from './openai-loop.mjs';
import { sendSpans } from './send-spans.mjs';

/** OpenLLMetry's instrumentation of the OpenAI SDK, without spans of tools: the workflow is the agent's own span. */
export async function answer({ api, modelUrl, collectorUrl, encoding, model, system, question }) {
  const provider = sendSpans(collectorUrl, encoding);
  const instrumentation = new OpenAIInstrumentation();
  instrumentation.setTracerProvider(provider);
  instrumentation.manuallyInstrument(OpenAI);
  const client = new OpenAI({ baseURL: modelUrl, apiKey: 'k' });
  const attributes = { 'traceloop.span.kind': 'workflow', 'traceloop.entity.name': 'clerk' };
  const loop = api === 'responses' ? responsesLoop : chatLoop;
  const text = await provider
    .getTracer('desk')
    .startActiveSpan('clerk.workflow', { attributes }, async (span) => {
      const said = await loop(client, { model, system, question });
      span.end();
      return said;
    });
  await provider.shutdown();
  return text;
}
