import { randomBytes } from 'node:crypto';
import { create, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import {
  type KeyValueSchema,
  type SpanSchema,
  TracesRequestSchema,
} from '@/lib/traces/otlp/generated/otlp_pb';

type SpanGiven = MessageInitShape<typeof SpanSchema>;

/** A span of an agent's run as an exporter sends it. */
export interface AgentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly span: SpanGiven;
}

const START_NS = 1_764_000_000_000_000_000n;
const SPAN_NS = 1_000_000n;

/** One trace: model calls and tool calls in turn, each with its messages from `text`, and last their root. */
export function agentTrace(count: number, text: (ordinal: number) => string): readonly AgentSpan[] {
  const [traceId, rootId] = [randomBytes(16), randomBytes(8)];
  return Array.from({ length: count }, (_, ordinal) => {
    const isRoot = ordinal === count - 1;
    const spanId = isRoot ? rootId : randomBytes(8);
    const startNs = isRoot ? START_NS : START_NS + BigInt(ordinal) * SPAN_NS;
    const kind = isRoot ? root() : ordinal % 2 === 0 ? chat(text(ordinal)) : tool(text(ordinal));
    const span: SpanGiven = {
      ...{ traceId, spanId, parentSpanId: isRoot ? new Uint8Array() : rootId, name: kind.name },
      ...{ startTimeUnixNano: String(startNs), endTimeUnixNano: String(startNs + SPAN_NS * BigInt(count)) },
      attributes: attributesOf(kind.attributes),
    };
    return { traceId: traceId.toString('hex'), spanId: spanId.toString('hex'), span };
  });
}

interface Kind {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number>>;
}

const root = (): Kind => ({
  name: 'invoke_agent desk',
  attributes: { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'desk' },
});

const messages = (role: string, content: string) =>
  JSON.stringify([{ role, parts: [{ type: 'text', content }] }]);

function chat(text: string): Kind {
  const half = text.length / 2;
  return {
    name: 'chat small-model',
    attributes: {
      ...{ 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'small-model' },
      'gen_ai.input.messages': messages('user', text.slice(0, half)),
      'gen_ai.output.messages': messages('assistant', text.slice(half)),
      ...{ 'gen_ai.usage.input_tokens': 120, 'gen_ai.usage.output_tokens': 120 },
    },
  };
}

const tool = (text: string): Kind => ({
  name: 'execute_tool look_up',
  attributes: {
    ...{ 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'look_up' },
    ...{ 'gen_ai.tool.call.id': `call_${randomBytes(6).toString('hex')}` },
    'gen_ai.tool.call.arguments': JSON.stringify({ query: text.slice(0, 60) }),
    'gen_ai.tool.call.result': text,
  },
});

const attributesOf = (of: Kind['attributes']): MessageInitShape<typeof KeyValueSchema>[] =>
  Object.entries(of).map(([key, value]) => ({
    key,
    value:
      typeof value === 'number'
        ? { value: { case: 'intValue', value: String(value) } }
        : { value: { case: 'stringValue', value } },
  }));

/** A request in Protobuf. */
export function otlpBodyOf(spans: readonly AgentSpan[]): Uint8Array<ArrayBuffer> {
  const resource = { attributes: attributesOf({ 'service.name': 'desk', 'service.version': '3' }) };
  const scopeSpans = [{ scope: { name: 'kit' }, spans: spans.map(({ span }) => span) }];
  const message = create(TracesRequestSchema, { resourceSpans: [{ resource, scopeSpans }] });
  return new Uint8Array(toBinary(TracesRequestSchema, message));
}
