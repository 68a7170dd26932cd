import { SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-proto';
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs';
import OpenAI from 'openai';
import { chatLoop, runTool } from './openai-loop.mjs';
import { sendSpans } from './send-spans.mjs';

/**
 * An agent that follows the GenAI conventions by hand and puts messages in log records, as they recommend for texts that
 * may be private; after its answer it records an evaluation. The exporters are those of OpenTelemetry.
 */
export async function answer({ modelUrl, collectorUrl, encoding, model, system, question }) {
  const provider = sendSpans(collectorUrl, encoding);
  const exporter = new OTLPLogExporter({ url: `${collectorUrl}/v1/logs` });
  const logs = new LoggerProvider({ processors: [new BatchLogRecordProcessor({ exporter })] });
  const [tracer, logger] = [provider.getTracer('desk'), logs.getLogger('desk')];
  const openai = new OpenAI({ baseURL: modelUrl, apiKey: 'k' });
  const inSpan = (name, attributes, work) =>
    tracer.startActiveSpan(name, { attributes }, async (span) => {
      try {
        return await work(span);
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR, message: error.message });
        throw error;
      } finally {
        span.end();
      }
    });
  const create = (body) =>
    inSpan(
      `chat ${model}`,
      { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': model },
      async (span) => {
        const reply = await openai.chat.completions.create(body);
        const { prompt_tokens, completion_tokens, prompt_tokens_details } = reply.usage;
        span.setAttributes({
          'gen_ai.response.model': reply.model,
          'gen_ai.usage.input_tokens': prompt_tokens,
          'gen_ai.usage.output_tokens': completion_tokens,
          'gen_ai.usage.cache_read.input_tokens': prompt_tokens_details?.cached_tokens ?? 0,
        });
        logger.emit({
          eventName: 'gen_ai.client.inference.operation.details',
          attributes: {
            'gen_ai.input.messages': body.messages.map(inParts),
            'gen_ai.output.messages': reply.choices.map(({ message }) => inParts(message)),
            'gen_ai.tool.definitions': body.tools.map(({ function: tool }) => ({
              type: 'function',
              ...tool,
            })),
          },
        });
        return reply;
      },
    );
  const run = (name, input, id) =>
    inSpan(
      `execute_tool ${name}`,
      { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': name, 'gen_ai.tool.call.id': id },
      () => runTool(name, input),
    );
  const root = { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'clerk' };
  const client = { chat: { completions: { create } } };
  const text = await inSpan('invoke_agent clerk', { ...root, 'gen_ai.prompt.name': 'desk' }, async () => {
    const said = await chatLoop(client, { model, system, question, run });
    const score = { 'gen_ai.evaluation.name': 'warmth', 'gen_ai.evaluation.score.value': 0.75 };
    logger.emit({ eventName: 'gen_ai.evaluation.result', attributes: score });
    return said;
  });
  trace.disable();
  await Promise.all([provider.shutdown(), logs.shutdown()]);
  return text;
}

function inParts({ role, content, tool_calls: calls = [], tool_call_id: id }) {
  if (role === 'tool') return { role, parts: [{ type: 'tool_call_response', id, response: content }] };
  const said = content ? [{ type: 'text', content }] : [];
  const called = calls.map((call) => ({
    ...{ type: 'tool_call', id: call.id, name: call.function.name },
    arguments: JSON.parse(call.function.arguments),
  }));
  return { role, parts: [...said, ...called] };
}
