import type { JsonObject, JsonValue } from '@/lib/domain/json';
import { countOf, isObject, objectOf, objectsOf, stringOf } from './read-json';
import type { Assembler } from './reply-stream';

/** The chunk that a provider adds where usage was asked for: no choice, only counts. */
export function isUsageChunk({ choices, usage }: JsonObject): boolean {
  return Array.isArray(choices) && choices.length === 0 && isObject(usage);
}

type Fields = Record<string, JsonValue | undefined>;

interface Choice {
  readonly message: Fields;
  readonly calls: Fields[];
  finish: JsonValue;
}

/** Fields of a delta whose texts follow each other. */
const TEXTS = ['content', 'refusal', 'reasoning_content', 'reasoning'] as const;

export function chatAssembler(): Assembler {
  const choices = new Map<number, Choice>();
  let head: JsonObject = {};
  let usage: JsonValue | undefined;
  let isDone = false;

  const choiceAt = (index: number): Choice => {
    const found = choices.get(index) ?? {
      message: { role: 'assistant', content: null },
      calls: [],
      finish: null,
    };
    choices.set(index, found);
    return found;
  };
  return {
    take(event, data) {
      if (data === '[DONE]') isDone = true;
      if (head.id === undefined) head = { id: event.id, created: event.created, model: event.model };
      if (isObject(event.usage)) usage = event.usage;
      for (const each of objectsOf(event.choices)) {
        const choice = choiceAt(countOf(each.index));
        addDelta(choice, objectOf(each.delta));
        choice.finish = each.finish_reason ?? choice.finish;
      }
    },
    body: () => ({
      ...head,
      object: 'chat.completion',
      choices: [...choices].map(([index, { message, calls, finish }]) => ({
        index,
        message: calls.length === 0 ? message : { ...message, tool_calls: calls },
        finish_reason: finish,
      })),
      usage: usage ?? null,
    }),
    isWhole: () =>
      isDone || (choices.size > 0 && [...choices.values()].every(({ finish }) => finish !== null)),
  };
}

function addDelta({ message, calls }: Choice, delta: JsonObject): void {
  for (const name of TEXTS) {
    if (typeof delta[name] === 'string') message[name] = stringOf(message[name]) + delta[name];
  }
  for (const part of objectsOf(delta.tool_calls)) {
    const call = calls[placeOf(part, calls)];
    if (call === undefined) calls.push({ ...part });
    else
      for (const kind of ['function', 'custom'])
        if (isObject(part[kind])) call[kind] = grown(call[kind], part[kind]);
  }
}

/** Some providers send no index: then an id begins a call, and what has none belongs to the last. */
function placeOf({ index, id }: JsonObject, calls: readonly Fields[]): number {
  if (typeof index === 'number') return index;
  const known = calls.findIndex((call) => call.id === id);
  if (typeof id === 'string' && id !== '') return known === -1 ? calls.length : known;
  return Math.max(0, calls.length - 1);
}

function grown(before: JsonValue | undefined, more: JsonObject): JsonObject {
  const whole: Fields = { ...objectOf(before) };
  for (const name of ['name', 'arguments', 'input']) {
    if (typeof more[name] === 'string') whole[name] = stringOf(whole[name]) + more[name];
  }
  return whole;
}
