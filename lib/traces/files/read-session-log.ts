import { textOf } from '@/lib/dialects/content';
import { countOf, idOf, isObject, objectOf, objectsOf, stringOf, textOrJson } from '@/lib/dialects/read-json';
import type { JsonObject } from '@/lib/domain/json';
import { isoMilliseconds } from '../iso-time';
import { type ToldMessage, trajectoryOfMessages } from '../trajectory-of-messages';
import type { Told } from './read-told';
import { toldTrace } from './told-trace';

/**
 * A session log of OpenClaw: entries of a file, of which those with the type `message` hold one message each, with the
 * tokens and the cost of every reply.
 */
export function readSessionLog(entries: readonly JsonObject[]): Told {
  const written = entries.filter(isMessageEntry);
  const messages = written.map(({ message }) => messageOf(objectOf(message)));
  const session = entries.find(({ type }) => type === 'session') ?? {};
  const times = written.flatMap(({ timestamp }) => isoMilliseconds(stringOf(timestamp)) ?? []);
  const conversation = { agent: { name: '', version: '' }, tools: [], messages, hasErrorFlag: true };
  const trace = toldTrace({
    ...{ source: 'messages', document: entries, trajectory: trajectoryOfMessages(conversation) },
    ...{ id: stringOf(session.id), startMs: times[0] ?? null, endMs: times.at(-1) ?? null },
  });
  return { trace, problems: [] };
}

export const isMessageEntry = (entry: JsonObject) =>
  entry.type === 'message' && isObject(entry.message) && stringOf(entry.message.role) !== '';

function messageOf(message: JsonObject): ToldMessage {
  const parts = objectsOf(message.content);
  if (message.role === 'toolResult') {
    const result = { content: textOf(message.content), isError: message.isError === true };
    return { role: 'tool', text: '', result: { callId: idOf(message.toolCallId), ...result } };
  }
  const text = typeof message.content === 'string' ? message.content : textOf(parts.filter(isShown));
  if (message.role !== 'assistant') return { role: message.role === 'system' ? 'system' : 'user', text };
  const toolCalls = parts
    .filter(({ type }) => type === 'toolCall')
    .map((part) => ({
      id: stringOf(part.id),
      name: stringOf(part.name),
      arguments: textOrJson(part.arguments),
    }));
  const reasoning = parts.filter(({ type }) => type === 'thinking').map(({ thinking }) => stringOf(thinking));
  const usage = objectOf(message.usage);
  const tokensCached = countOf(usage.cacheRead);
  const cost = objectOf(usage.cost).total;
  return {
    ...{
      role: 'assistant',
      text,
      reasoning: reasoning.join('\n'),
      toolCalls,
      model: stringOf(message.model),
    },
    usage: {
      tokensIn: countOf(usage.input) + countOf(usage.cacheWrite) + tokensCached,
      ...{ tokensOut: countOf(usage.output), tokensCached },
    },
    costUsd: typeof cost === 'number' && cost >= 0 ? cost : null,
  };
}

const isShown = ({ type }: JsonObject) => type !== 'toolCall' && type !== 'thinking';
