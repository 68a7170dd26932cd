import { anthropicMessages, anthropicTools, anthropicUsage } from '@/lib/dialects/anthropic-messages';
import { chatMessage, chatTools, chatUsage } from '@/lib/dialects/chat-messages';
import { textOf } from '@/lib/dialects/content';
import { isList, isObject, objectsOf, stringOf } from '@/lib/dialects/read-json';
import { itemMessages, responsesTools } from '@/lib/dialects/responses-items';
import type { JsonObject, JsonValue } from '@/lib/domain/json';
import type { CallUsage } from '@/lib/domain/model-call';
import type { ToldConversation, ToldMessage } from './trajectory-of-messages';

/**
 * A conversation as a model's API writes it: a list of messages, or a request's body with `messages` or `input`, and
 * perhaps `system` (or `instructions`) and `tools`. Chat Completions, Responses and Anthropic Messages are told apart by
 * their parts. Null where there is no message.
 */
export function readMessages(document: JsonValue): Omit<ToldConversation, 'agent'> | null {
  const body: JsonObject = isObject(document) ? document : { messages: document };
  const written = objectsOf(body.messages ?? body.input);
  if (written.length === 0) return null;
  const system = textOf(body.system ?? body.instructions);
  const first: ToldMessage[] = system === '' ? [] : [{ role: 'system', text: system }];
  if (written.some(isResponsesItem)) {
    const messages = [...first, ...itemMessages(written)];
    return { messages, tools: responsesTools(body), hasErrorFlag: false };
  }
  if (written.some(hasAnthropicBlock)) {
    const messages = [...first, ...written.flatMap(toldByAnthropic)];
    return { messages, tools: anthropicTools(body), hasErrorFlag: true };
  }
  const messages = [...first, ...written.map((one) => withNumbers(chatMessage(one), one, chatUsage))];
  return { messages, tools: chatTools(body), hasErrorFlag: false };
}

/** Messages of the other two have no type. */
const isResponsesItem = ({ type }: JsonObject) => stringOf(type) !== '';

const ANTHROPIC_BLOCK = /(?:^|_)tool_(?:use|result)$|^(?:redacted_)?thinking$/;

const hasAnthropicBlock = ({ content }: JsonObject) =>
  isList(content) && objectsOf(content).some(({ type }) => ANTHROPIC_BLOCK.test(stringOf(type)));

function toldByAnthropic(message: JsonObject): ToldMessage[] {
  return anthropicMessages(message).map((one) => withNumbers(one, message, anthropicUsage));
}

/** Recorders add `model`, `usage` and `cost` to the messages of the assistant. */
function withNumbers(
  read: ToldMessage,
  { model, usage, cost }: JsonObject,
  usageOf: (usage: JsonValue | undefined) => CallUsage | null,
): ToldMessage {
  if (read.role !== 'assistant') return read;
  const isPriced = typeof cost === 'number' && cost >= 0;
  return { ...read, model: stringOf(model), usage: usageOf(usage), costUsd: isPriced ? cost : null };
}
