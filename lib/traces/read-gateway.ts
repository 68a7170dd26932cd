import { isList, isObject, objectsOf } from '@/lib/dialects/read-json';
import type { JsonObject, JsonValue } from '@/lib/domain/json';
import type { CallUsage } from '@/lib/domain/model-call';
import type { TraceRecord } from '@/lib/domain/trace-span';
import type { ToolCall } from '@/lib/domain/trajectory';
import { EXPOSURE_ATTRIBUTE } from './private/exposure-attribute';

/**
 * Requests that the gateway answered under a slot's prompt, each as the one span of its trace, in the words of the GenAI
 * conventions: from there on it is read, scrubbed and assembled as any other trace.
 */
export interface AnsweredRequest {
  /** As it was sent to the provider: with the served prompt. */
  readonly request: JsonObject;
  readonly told: AnswerTold;
}

export interface AnswerTold {
  readonly traceId: string;
  /** Key of the slot, and the served version; null = nothing was live. */
  readonly slug: string;
  readonly version: number | null;
  readonly model: string;
  readonly exposureId: string;
  /** Hash of the conversation, where the caller named it. */
  readonly sessionId: string | null;
  readonly atMs: number;
  readonly latencyMs: number;
  readonly costUsd: number | null;
  readonly usage: CallUsage | null;
  readonly message: MessageTold;
  /** Kind of failure, in a word; null = it has an answer. */
  readonly failure: string | null;
}

export interface MessageTold {
  readonly text: string;
  readonly calls: readonly ToolCall[];
  /** Reason of its end, as the provider names it; empty = not said. */
  readonly finish: string;
}

export const readGateway = (answered: readonly AnsweredRequest[]): TraceRecord[] => answered.map(recordOf);

function recordOf({ request, told }: AnsweredRequest): TraceRecord {
  const { traceId, slug, atMs, latencyMs, failure } = told;
  const error = failure === null || failure === LEFT ? null : failure;
  return {
    ...{ kind: 'span', traceId, spanId: traceId.slice(0, 16), parentId: null, name: `chat ${told.model}` },
    ...{ startMs: atMs, endMs: atMs + latencyMs, scope: 'waggle.gateway', events: [] },
    ...{ status: error === null ? 'ok' : 'error', statusMessage: error === null ? '' : errorText(error) },
    attributes: { ...attributesOf(request, told), ...(error === null ? {} : { 'error.type': error }) },
    resource: { 'service.name': slug },
  };
}

function attributesOf(request: JsonObject, told: AnswerTold): JsonObject {
  const { slug, version, exposureId, sessionId, model, usage, costUsd, message } = told;
  const given: JsonObject = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.model': model,
    'gen_ai.prompt.name': slug,
    'gen_ai.prompt.version': version === null ? null : String(version),
    'gen_ai.conversation.id': sessionId,
    [EXPOSURE_ATTRIBUTE]: exposureId,
    'gen_ai.tool.definitions': request.tools,
    'gen_ai.input.messages': objectsOf(request.messages).map(withoutPictures),
    'gen_ai.output.messages': saidAs(message),
    'gen_ai.response.finish_reasons': message.finish === '' ? null : [message.finish],
    'gen_ai.usage.input_tokens': usage?.tokensIn,
    'gen_ai.usage.output_tokens': usage?.tokensOut,
    'gen_ai.usage.cache_read.input_tokens': usage?.tokensCached,
    'gen_ai.usage.cost': costUsd,
  };
  const known = Object.entries(given).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(known);
}

/** Names pictures and files without their bytes. */
function withoutPictures(message: JsonObject): JsonObject {
  const { content } = message;
  if (!isList(content)) return message;
  return { ...message, content: content.map((part) => (isPicture(part) ? { type: part.type } : part)) };
}

const isPicture = (part: JsonValue): part is JsonObject => isObject(part) && typeof part.text !== 'string';

function saidAs({ text, calls }: MessageTold): JsonValue {
  if (text === '' && calls.length === 0) return null;
  const toolCalls = calls.map(({ id, ...called }) => ({ id, type: 'function', function: called }));
  return [{ role: 'assistant', content: text, ...(toolCalls.length === 0 ? {} : { tool_calls: toolCalls }) }];
}

/** The caller went away while the answer was given, which is no fault of the answer. */
const LEFT = 'left';

const ERRORS: Readonly<Record<string, string>> = {
  timedOut: 'The provider did not answer in time.',
  unavailable: 'The provider could not be reached.',
  cutOff: 'The answer broke off.',
  empty: 'The answer is empty.',
  filtered: 'The provider filtered the answer.',
  unparseable: 'The answer could not be read.',
};

const errorText = (failure: string) =>
  ERRORS[failure] ?? `The provider answered with HTTP ${failure.replace(/^http/, '')}.`;
