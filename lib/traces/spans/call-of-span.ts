import { isObject, stringOf } from '@/lib/dialects/read-json';
import type { JsonObject, JsonValue } from '@/lib/domain/json';
import type { CallMessage } from '@/lib/domain/model-call';
import type { TraceSpan } from '@/lib/domain/trace-span';
import { anyMessages, joined, systemMessages } from '../messages/any-messages';
import { unpacked } from '../messages/json-text';
import { numberedAttributes } from '../messages/numbered-attributes';
import { firstOf } from './call-numbers';
import { eventMessages } from './event-messages';
import type { ModelCall } from './model-call';
import { openInferenceMessages } from './openinference-messages';
import { toolDefinitions } from './tool-definitions';

/**
 * The messages and tools of a model call, from whichever convention the span follows. Where several do, the first of
 * this list that has messages is read: GenAI, AI SDK, OpenInference, older GenAI, events, OpenInference's whole body.
 */
export function callOfSpan(span: Told): ModelCall {
  const { attributes } = span;
  return {
    input: withSystem(attributes, firstFilled(INPUTS, span)),
    output: firstFilled(OUTPUTS, span),
    tools: toolDefinitions(attributes),
  };
}

type Told = Pick<TraceSpan, 'attributes' | 'events'>;
type Reading = (span: Told) => readonly CallMessage[];

/** Values that hold a whole request or reply. */
const WHOLE_INPUT = ['langfuse.trace.input', 'langfuse.observation.input', 'input.value'];
const WHOLE_OUTPUT = ['langfuse.trace.output', 'langfuse.observation.output', 'output.value'];

const INPUTS: readonly Reading[] = [
  ({ attributes }) => inputMessages(attributes['gen_ai.input.messages']),
  ({ attributes }) => inputMessages(attributes['ai.prompt.messages'] ?? attributes['ai.prompt']),
  ({ attributes }) => openInferenceMessages(attributes, 'llm.input_messages'),
  ({ attributes }) => anyMessages(numberedAttributes(attributes, 'gen_ai.prompt'), 'user'),
  ({ attributes }) => anyMessages(attributes['gen_ai.prompt'], 'user'),
  (span) => eventMessages(span).input,
  ({ attributes }) => anyMessages(firstOf(attributes, WHOLE_INPUT), 'user'),
];

const OUTPUTS: readonly Reading[] = [
  ({ attributes }) => anyMessages(attributes['gen_ai.output.messages'], 'assistant'),
  ({ attributes }) => aiSdkAnswer(attributes),
  ({ attributes }) => openInferenceMessages(attributes, 'llm.output_messages'),
  ({ attributes }) => anyMessages(numberedAttributes(attributes, 'gen_ai.completion'), 'assistant'),
  ({ attributes }) => anyMessages(attributes['gen_ai.completion'], 'assistant'),
  (span) => eventMessages(span).output,
  ({ attributes }) => anyMessages(firstOf(attributes, WHOLE_OUTPUT), 'assistant'),
];

function firstFilled(readings: readonly Reading[], span: Told): readonly CallMessage[] {
  for (const read of readings) {
    const messages = read(span);
    if (messages.length > 0) return messages;
  }
  return [];
}

/**
 * Messages that were cut off, as by a limit on the length of attributes, are none: the call then continues the one before.
 * OpenLLMetry writes the items of a Responses request as JSON in the text of one message.
 */
function inputMessages(value: JsonValue | undefined): CallMessage[] {
  const isCut = typeof value === 'string' && /^\s*[[{]/.test(value) && unpacked(value) === value;
  const messages = isCut ? [] : anyMessages(value, 'user');
  const [only] = messages;
  const isItems = messages.length === 1 && only?.role === 'user' && /^\[\s*\{/.test(only.text);
  const items = isItems ? unpacked(only.text) : undefined;
  const isTyped =
    Array.isArray(items) && items.every((one) => isObject(one) && ('role' in one || 'call_id' in one));
  return isTyped ? anyMessages(items, 'user') : messages;
}

function withSystem(attributes: JsonObject, messages: readonly CallMessage[]): readonly CallMessage[] {
  const system = systemMessages(attributes['gen_ai.system_instructions']);
  const known = new Set(messages.filter(({ role }) => role === 'system').map(({ text }) => text));
  return [...system.filter(({ text }) => !known.has(text)), ...messages];
}

function aiSdkAnswer(attributes: JsonObject): CallMessage[] {
  const said = attributes['ai.response.text'] ?? attributes['ai.response.object'];
  const called = unpacked(attributes['ai.response.toolCalls']);
  const calls = (Array.isArray(called) ? called : []).map((call) => ({
    ...(isObject(call) ? call : {}),
    type: 'tool-call',
  }));
  if (said === undefined && calls.length === 0) return [];
  const thought = stringOf(attributes['ai.response.reasoning']);
  const parts = [
    ...(thought === '' ? [] : [{ type: 'reasoning', text: thought }]),
    ...(stringOf(said) === '' ? [] : [{ type: 'text', text: stringOf(said) }]),
    ...calls,
  ];
  return joined(anyMessages([{ role: 'assistant', content: parts.length === 0 ? '' : parts }], 'assistant'));
}
