import { idOf, isObject, objectOf, stringOf } from '@/lib/dialects/read-json';
import type { JsonObject } from '@/lib/domain/json';
import type { CallMessage } from '@/lib/domain/model-call';
import type { SpanEvent, TraceSpan } from '@/lib/domain/trace-span';
import { anyMessages, joined } from '../messages/any-messages';
import { unpacked } from '../messages/json-text';

/** Names of events of the older GenAI conventions, each of which is one message. */
const ROLES: Readonly<Record<string, string>> = {
  'gen_ai.system.message': 'system',
  'gen_ai.user.message': 'user',
  'gen_ai.assistant.message': 'assistant',
  'gen_ai.tool.message': 'tool',
};

/** Messages that older conventions put in the events of a span, in the order of the events. */
export function eventMessages({ events }: Pick<TraceSpan, 'events'>): {
  readonly input: readonly CallMessage[];
  readonly output: readonly CallMessage[];
} {
  const ordered = events.toSorted((a, b) => a.atMs - b.atMs);
  return {
    input: joined(ordered.flatMap((event) => inputOf(event))),
    output: joined(ordered.flatMap((event) => outputOf(event))),
  };
}

export const isMessageEvent = (name: string) =>
  ROLES[name] !== undefined || /^gen_ai\.(?:choice|content\.(?:prompt|completion))$/.test(name);

function inputOf({ name, attributes }: SpanEvent): CallMessage[] {
  if (name === 'gen_ai.content.prompt') return anyMessages(attributes['gen_ai.prompt'], 'user');
  const role = ROLES[name];
  return role === undefined ? [] : anyMessages([messageOf(attributes, role)], 'user');
}

function outputOf({ name, attributes }: SpanEvent): CallMessage[] {
  if (name === 'gen_ai.content.completion') return anyMessages(attributes['gen_ai.completion'], 'assistant');
  if (name !== 'gen_ai.choice') return [];
  const told = bodyOf(attributes);
  const message = unpacked(told.message);
  return anyMessages(
    [messageOf(isObject(message) ? { ...told, ...message } : told, 'assistant')],
    'assistant',
  );
}

/** Some senders put the whole body as JSON in one attribute. */
function bodyOf(attributes: JsonObject): JsonObject {
  const held = unpacked(attributes['gen_ai.event.content'] ?? attributes.body);
  return isObject(held) ? { ...attributes, ...held } : attributes;
}

function messageOf(attributes: JsonObject, role: string): JsonObject {
  const told = bodyOf(attributes);
  const { content, tool_calls } = told;
  return {
    role: stringOf(told.role) || role,
    content: isObject(content) ? JSON.stringify(content) : (content ?? ''),
    ...(tool_calls === undefined ? {} : { tool_calls: unpacked(tool_calls) }),
    ...(role === 'tool' ? { tool_call_id: idOf(told.id) ?? idOf(told.tool_call_id) } : {}),
    ...(isObject(objectOf(told).function_call) ? { function_call: told.function_call } : {}),
  };
}
