import { chatMessage, chatUsage } from '@/lib/dialects/chat-messages';
import { idOf, isObject, objectsOf, stringOf, textOrJson } from '@/lib/dialects/read-json';
import type { JsonObject, JsonValue } from '@/lib/domain/json';
import { readMessages } from './read-messages';
import type { ToldConversation, ToldMessage } from './trajectory-of-messages';

/**
 * One record of tau-bench, version 1 (`traj`, messages of Chat Completions) or 2 (a simulation with `messages`, in which
 * the simulated user calls tools as well). Null for any other document.
 */
export function readTau(document: JsonValue): Omit<ToldConversation, 'agent'> | null {
  if (!isObject(document)) return null;
  if (document.traj !== undefined) return readMessages(document.traj);
  const written = objectsOf(document.messages);
  if (written.length === 0) return null;
  const policy = stringOf(document.policy);
  const system: ToldMessage[] = policy === '' ? [] : [{ role: 'system', text: policy }];
  return { messages: [...system, ...written.map(simulated)], tools: [], hasErrorFlag: true };
}

function simulated(message: JsonObject): ToldMessage {
  const calls = objectsOf(message.tool_calls);
  if (message.role === 'tool') return resultOf(message);
  if (message.role !== 'assistant') {
    const read = chatMessage({ role: message.role ?? null, content: message.content ?? '' });
    // The model never sees calls of the user: they are the simulation's own.
    return calls.length === 0 ? read : { ...read, text: [read.text, ...calls.map(shown)].join('\n').trim() };
  }
  const toolCalls = calls.map(({ id, name, arguments: given }) => ({
    ...{ id: stringOf(id), name: stringOf(name), arguments: textOrJson(given) },
  }));
  const { cost } = message;
  return {
    ...{ role: 'assistant', text: stringOf(message.content) },
    ...(toolCalls.length === 0 ? {} : { toolCalls }),
    usage: chatUsage(message.usage),
    costUsd: typeof cost === 'number' && cost >= 0 ? cost : null,
  };
}

const shown = ({ name, arguments: given }: JsonObject) =>
  `[the user calls ${stringOf(name)} ${textOrJson(given)}]`;

function resultOf({ id, content, error, requestor }: JsonObject): ToldMessage {
  const text = textOrJson(content);
  if (requestor === 'user') return { role: 'user', text: `[the user's tool answers: ${text}]` };
  const result = { callId: idOf(id), content: text, isError: error === true };
  return { role: 'tool', text: '', result };
}
