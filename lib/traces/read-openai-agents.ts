import { idOf, isObject, objectOf, objectsOf, stringOf } from '@/lib/dialects/read-json';
import type { JsonObject, JsonValue } from '@/lib/domain/json';
import type { TraceLog, TraceRecord, TraceSpan } from '@/lib/domain/trace-span';
import { AppError } from '@/lib/errors/app-error';
import { isoMilliseconds } from './iso-time';
import { isTooDeep } from './nesting';
import type { OtlpRecords } from './otlp/read-otlp';
import { TRACE_NOTE } from './spans/trace-facts';

/**
 * A batch of the OpenAI Agents SDK as the records that other telemetry gives, with attributes of the GenAI conventions. A
 * `response` span has an id alone, and its tokens are on the `turn` around it; what else a sender includes is read.
 *
 * @throws AppError INPUT_INVALID where the body is no batch
 */
export function readOpenAiAgents(body: JsonValue): OtlpRecords {
  if (!isAgentsBatch(body))
    throw new AppError('INPUT_INVALID', 'The body has no list "data" of traces and spans.');
  if (isTooDeep(body)) throw new AppError('INPUT_INVALID', 'The body is nested too deeply.');
  const read = objectsOf(body.data).map(recordOf);
  const records = read.filter((record) => record !== null);
  const rejected = read.length - records.length;
  const reason = `${rejected} of ${read.length} items lack an id, a trace id or the time of their start.`;
  return { records, rejected, reason: rejected === 0 ? '' : reason };
}

export const isAgentsBatch = (body: JsonValue): body is JsonObject =>
  isObject(body) && Array.isArray(body.data) && objectsOf(body.data).every(({ object }) => isKnown(object));

const isKnown = (object: JsonValue | undefined) => object === 'trace' || object === 'trace.span';

function recordOf(item: JsonObject): TraceRecord | null {
  return item.object === 'trace' ? traceNote(item) : spanOf(item);
}

const bare = (id: JsonValue | undefined) =>
  stringOf(id)
    .replace(/^(?:trace|span)_/, '')
    .toLowerCase();

/** The name and the session of a trace. It has no time, and no end is ever sent. */
function traceNote({ id, workflow_name, group_id, metadata }: JsonObject): TraceLog | null {
  const traceId = bare(id);
  if (traceId === '') return null;
  const told = objectOf(metadata);
  const user = idOf(told.user_id) ?? idOf(told.userId);
  const attributes: JsonObject = {
    ...told,
    'trace.name': stringOf(workflow_name),
    ...(idOf(group_id) !== null && { 'gen_ai.conversation.id': stringOf(group_id) }),
    ...(user !== null && { 'user.id': user }),
  };
  return {
    ...{ kind: 'log', traceId, spanId: '', name: TRACE_NOTE, atMs: 0, scope: 'openai-agents' },
    ...{ attributes, resource: {}, body: {} },
  };
}

function spanOf(item: JsonObject): TraceSpan | null {
  const [traceId, spanId] = [bare(item.trace_id), bare(item.id)];
  const startMs = isoMilliseconds(stringOf(item.started_at));
  if (traceId === '' || spanId === '' || startMs === null) return null;
  const data = objectOf(item.span_data);
  const type = stringOf(data.type);
  const error = isObject(item.error) ? item.error : null;
  const name = stringOf(data.name);
  return {
    ...{ kind: 'span', traceId, spanId, parentId: bare(item.parent_id) || null },
    ...{ name: name || type, startMs, endMs: isoMilliseconds(stringOf(item.ended_at)) },
    ...{ status: error === null ? 'unset' : 'error', statusMessage: errorText(error) },
    ...{ scope: `openai-agents ${type}`, resource: {}, events: [] },
    attributes: attributesOf(type, data),
  };
}

function errorText(error: JsonObject | null): string {
  const parts = [stringOf(error?.message), stringOf(objectOf(error?.data).error)];
  return parts.filter((part) => part !== '').join(': ');
}

function attributesOf(type: string, data: JsonObject): JsonObject {
  if (type === 'agent')
    return {
      ...{ 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': data.name },
      'gen_ai.tool.definitions': Array.isArray(data.tools) ? data.tools.map((name) => ({ name })) : undefined,
    };
  if (type === 'generation') return callAttributes(data);
  if (type === 'response') return callAttributes({ ...objectOf(data.response), ...data });
  if (type === 'function')
    return {
      ...{ 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': data.name },
      ...{
        'gen_ai.tool.call.arguments': data.input ?? undefined,
        'gen_ai.tool.call.result': data.output ?? undefined,
      },
    };
  const { sdk_span_type, usage } = objectOf(data.data);
  if (sdk_span_type !== 'turn' && sdk_span_type !== 'task') return {};
  return { 'gen_ai.operation.name': 'invoke_workflow', ...usageAttributes(objectOf(usage)) };
}

function callAttributes({
  input,
  output,
  model,
  usage,
  instructions,
  tools,
  response_id,
}: JsonObject): JsonObject {
  return {
    ...{ 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': model, 'gen_ai.response.id': response_id },
    ...{ 'gen_ai.input.messages': input, 'gen_ai.output.messages': output },
    ...{ 'gen_ai.system_instructions': instructions, 'gen_ai.tool.definitions': tools },
    ...usageAttributes(objectOf(usage)),
  };
}

function usageAttributes(usage: JsonObject): JsonObject {
  const details = objectOf(usage.details);
  const held = objectOf(usage.input_tokens_details ?? details.input_tokens_details);
  return {
    'gen_ai.usage.input_tokens': usage.input_tokens ?? usage.prompt_tokens,
    'gen_ai.usage.output_tokens': usage.output_tokens ?? usage.completion_tokens,
    'gen_ai.usage.cache_read.input_tokens':
      usage.cached_input_tokens ?? held.cached_tokens ?? details.cached_input_tokens,
  };
}
