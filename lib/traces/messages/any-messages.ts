import { anthropicMessages } from '@/lib/dialects/anthropic-messages';
import { chatMessage } from '@/lib/dialects/chat-messages';
import { isList, isObject, objectOf, objectsOf, stringOf } from '@/lib/dialects/read-json';
import { itemMessages } from '@/lib/dialects/responses-items';
import type { JsonObject, JsonValue } from '@/lib/domain/json';
import type { CallMessage } from '@/lib/domain/model-call';
import { unpacked } from './json-text';
import { messagesOfParts } from './message-parts';

/**
 * Messages as any instrumentation writes them: one text, one message, a list, or a request's body; as values or as JSON
 * text; in parts (GenAI, AI SDK), as Chat Completions, Responses or Anthropic Messages. Successive messages of the
 * assistant are one reply. A plain text is said by `lone`.
 */
export function anyMessages(value: JsonValue | undefined, lone: 'user' | 'assistant'): CallMessage[] {
  const given = unpacked(value);
  if (typeof given === 'string') return given === '' ? [] : sentAsText(given, lone);
  if (isObject(given)) return messagesOfBody(given, lone);
  if (!isList(given)) return [];
  const written = given.map(unpacked);
  if (written.every((one) => typeof one === 'string')) return written.map((text) => ({ role: lone, text }));
  const objects = written.filter((one) => one !== undefined && isObject(one));
  if (objects.some(isItem)) return joined(itemMessages(objects));
  return joined(objects.flatMap((message) => messagesOfOne(message, lone)));
}

/** A list may hold whole replies of Chat Completions. */
function messagesOfOne(message: JsonObject, lone: 'user' | 'assistant'): CallMessage[] {
  return isList(message.choices) ? messagesOfBody(message, lone) : oneMessage(message, lone);
}

function messagesOfBody(body: JsonObject, lone: 'user' | 'assistant'): CallMessage[] {
  const within =
    body.messages ?? (body.role === undefined ? (body.input ?? body.prompt ?? body.output) : undefined);
  if (within === undefined && isList(body.choices))
    return joined(objectsOf(body.choices).flatMap(({ message }) => oneMessage(objectOf(message), lone)));
  if (within === undefined) return isMessage(body) ? joined(oneMessage(body, lone)) : [];
  const system = body.system ?? body.instructions;
  return [...systemMessages(system), ...anyMessages(within, lone)];
}

/** System text apart from the messages: a text, one message, or a list of parts. */
export function systemMessages(value: JsonValue | undefined): CallMessage[] {
  const given = unpacked(value);
  const parts = isList(given) ? given.map(unpacked) : [given];
  const texts = parts.map((part) => {
    if (typeof part === 'string') return part;
    const { content, text } = objectOf(part);
    return typeof content === 'string' ? content : stringOf(text);
  });
  return texts.filter((text) => text !== '').map((text) => ({ role: 'system', text }));
}

function sentAsText(text: string, lone: 'user' | 'assistant'): CallMessage[] {
  return [{ role: lone, text }];
}

const isMessage = (value: JsonObject) => stringOf(value.role ?? value.type) !== '' || 'content' in value;

/** Items of the Responses dialect: their type says what they are. */
const isItem = ({ type }: JsonObject) =>
  /^(?:message|reasoning|function_call|function_call_output|item_reference|.+_call|.+_call_output)$/.test(
    stringOf(type),
  );

const ROLES: Readonly<Record<string, CallMessage['role']>> = {
  ...{ system: 'system', developer: 'system', user: 'user', human: 'user', assistant: 'assistant' },
  ...{ ai: 'assistant', model: 'assistant', tool: 'tool', function: 'tool' },
};

function oneMessage(message: JsonObject, lone: 'user' | 'assistant'): CallMessage[] {
  const role = ROLES[stringOf(message.role) || stringOf(message.type)] ?? lone;
  const content = unpackedParts(message.content);
  if (isList(message.parts)) return messagesOfParts(role, objectsOf(message.parts));
  if (isList(content) && objectsOf(content).some(isPart)) return messagesOfParts(role, objectsOf(content));
  if (isList(content) && objectsOf(content).some(isAnthropicBlock))
    return anthropicMessages({ ...message, role, content });
  const read = chatMessage({
    ...message,
    role,
    content: content ?? '',
    tool_calls: chatCalls(message.tool_calls),
  });
  return [read];
}

/** Calls as Chat Completions writes them, also where a framework wrote them flat. */
function chatCalls(value: JsonValue | undefined): JsonValue | undefined {
  const given = unpacked(value);
  if (!isList(given)) return given;
  return objectsOf(given).map((call) => {
    if (call.function !== undefined || call.custom !== undefined) return call;
    return { ...call, function: { name: call.name, arguments: call.arguments ?? call.args ?? call.input } };
  });
}

/** Some senders write the list of a message's parts as JSON text; a text of a person that is a list stays a text. */
function unpackedParts(content: JsonValue | undefined): JsonValue | undefined {
  const given = unpacked(content);
  const isParts = isList(given) && given.length > 0 && given.every((one) => isObject(one) && 'type' in one);
  return isParts || typeof content !== 'string' ? given : content;
}

const isPart = ({ type }: JsonObject) =>
  /^tool-(?:call|result|error)$|^reasoning$|^tool_call(?:_response)?$/.test(stringOf(type));
const isAnthropicBlock = ({ type }: JsonObject) =>
  /(?:^|_)tool_(?:use|result)$|^(?:redacted_)?thinking$/.test(stringOf(type));

/** Successive messages of the assistant as one. */
export function joined(messages: readonly CallMessage[]): CallMessage[] {
  const whole: CallMessage[] = [];
  for (const message of messages) {
    const before = whole.at(-1);
    if (before?.role === 'assistant' && message.role === 'assistant')
      whole[whole.length - 1] = both(before, message);
    else whole.push(message);
  }
  return whole;
}

function both(first: CallMessage, second: CallMessage): CallMessage {
  const lines = (a = '', b = '') => [a, b].filter((text) => text !== '').join('\n');
  const toolCalls = [...(first.toolCalls ?? []), ...(second.toolCalls ?? [])];
  const reasoning = lines(first.reasoning, second.reasoning);
  return {
    ...{ role: 'assistant', text: lines(first.text, second.text) },
    ...(reasoning === '' ? {} : { reasoning }),
    ...(toolCalls.length === 0 ? {} : { toolCalls }),
  };
}
