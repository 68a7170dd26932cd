import { canonicalJson } from '@/lib/domain/content-hash';
import type { CallMessage } from '@/lib/domain/model-call';
import type { ToolCall } from '@/lib/domain/trajectory';

/** A shorter text is contained in many others by chance. */
const CONTAINED_MIN = 20;

/**
 * Whether a message of a history is a known reply that the agent reworded: tool arguments written anew, thoughts taken
 * out, the rest of a text cut off.
 */
export function isSameReply(reply: CallMessage, message: CallMessage): boolean {
  const own = reply.toolCalls ?? [];
  const other = message.toolCalls ?? [];
  const ids = new Set(own.map(({ id }) => id));
  if (other.some(({ id }) => id !== '' && ids.has(id))) return true;
  if (own.length !== other.length) return false;
  if (own.length > 0) return own.every((call, index) => isSameCall(call, other[index]));
  return isSameText(compact(reply.text), compact(message.text));
}

/** Consecutive messages of an assistant as one: some dialects send each part of a reply as an item of its own. */
export function merged(messages: readonly CallMessage[]): CallMessage {
  return {
    role: 'assistant',
    text: messages
      .map(({ text }) => text)
      .filter((text) => text !== '')
      .join('\n'),
    toolCalls: messages.flatMap(({ toolCalls }) => toolCalls ?? []),
  };
}

const isSameCall = (a: ToolCall, b: ToolCall | undefined) =>
  b !== undefined && a.name === b.name && argumentsKey(a.arguments) === argumentsKey(b.arguments);

/** Arguments with sorted keys and no spaces; text that is not JSON as it is. */
export function argumentsKey(text: string): string {
  try {
    return canonicalJson(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return text.trim();
    throw error;
  }
}

const compact = (text: string) => text.replace(/\s+/g, ' ').trim();

function isSameText(a: string, b: string): boolean {
  if (a === b) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= CONTAINED_MIN && long.includes(short);
}
