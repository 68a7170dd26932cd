import { OpenAIInstrumentation } from '@arizeai/openinference-instrumentation-openai';
import { SpanStatusCode } from '@opentelemetry/api';
import OpenAI from 'openai';
import { chatLoop, responsesLoop, runTool } from './openai-loop.mjs';
import { sendSpans } from './send-spans.mjs';

/** OpenInference's instrumentation of the OpenAI SDK. It knows no tools: their spans are the agent's own. */
export async function answer({ api, modelUrl, collectorUrl, encoding, model, system, question }) {
  const provider = sendSpans(collectorUrl, encoding);
  const instrumentation = new OpenAIInstrumentation({ tracerProvider: provider });
  instrumentation.manuallyInstrument(OpenAI);
  const tracer = provider.getTracer('desk');
  const client = new OpenAI({ baseURL: modelUrl, apiKey: 'k' });
  const inSpan = (name, attributes, work) =>
    tracer.startActiveSpan(name, { attributes }, async (span) => {
      try {
        const output = await work();
        span.setAttribute('output.value', output);
        return output;
      } catch (error) {
        span.recordException(error);
        span.setStatus({ code: SpanStatusCode.ERROR, message: error.message });
        throw error;
      } finally {
        span.end();
      }
    });
  const run = (name, input, id) => {
    const told = { 'openinference.span.kind': 'TOOL', 'tool.name': name, 'input.value': input };
    return inSpan(name, { ...told, 'tool_call.id': id }, () => runTool(name, input));
  };
  const root = {
    ...{ 'openinference.span.kind': 'AGENT', 'agent.name': 'clerk', 'input.value': question },
    ...{ 'session.id': 's1', 'user.id': 'u1' },
  };
  const loop = api === 'responses' ? responsesLoop : chatLoop;
  const text = await inSpan('clerk', root, () => loop(client, { model, system, question, run }));
  await provider.shutdown();
  return text;
}
