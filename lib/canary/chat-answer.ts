import { answerText, type ToolCallSaid } from './gateway-request';

/**
 * Reads what a provider answered, in one piece or as the events of a stream, without changing any of it: the text with
 * its tool calls, what it used, and whether it came to its end. Knows no HTTP. Cost: one JSON parse an event.
 */
export interface SaidAnswer {
  readonly text: string;
  readonly usage: {
    readonly tokensIn: number;
    readonly tokensOut: number;
    readonly tokensCached: number;
  } | null;
  /** Fault of the answer; null = the answer is complete. */
  readonly failure: 'cutOff' | 'empty' | 'filtered' | 'unparseable' | null;
  readonly message: SaidMessage;
}

/** The answer before its parts became one text. */
export interface SaidMessage {
  readonly text: string;
  readonly calls: readonly NamedCall[];
  /** Reason of its end, as the provider names it; empty = not said. */
  readonly finish: string;
}

interface NamedCall extends ToolCallSaid {
  readonly id: string;
}

export const NOTHING_SAID: SaidMessage = { text: '', calls: [], finish: '' };

type Loose = Readonly<Record<string, unknown>>;

const asRecord = (value: unknown): Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : {};
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

const UNREADABLE: SaidAnswer = { text: '', usage: null, failure: 'unparseable', message: NOTHING_SAID };

/** An answer in one piece. */
export function readAnswer(body: string): SaidAnswer {
  const parsed = parse(body);
  const choice = asList(parsed?.choices)[0];
  if (parsed === null || choice === undefined) return UNREADABLE;
  const { message, finish_reason } = asRecord(choice);
  const { content, refusal, tool_calls } = asRecord(message);
  const calls = asList(tool_calls).map((call) => callOf(asRecord(call)));
  return said(asText(content) || asText(refusal), calls, { usage: parsed.usage, reason: finish_reason });
}

function callOf({ id, function: called }: Loose): NamedCall {
  const { name, arguments: given } = asRecord(called);
  return { id: asText(id), name: asText(name), arguments: asText(given) };
}

/** Takes the events of a stream as they pass by; only the first choice is compared. */
export interface StreamReading {
  take(chunk: string): void;
  end(): SaidAnswer;
}

export function readStream(): StreamReading {
  let rest = '';
  let text = '';
  let usage: unknown = null;
  let reason: unknown = null;
  let isDone = false;
  const calls = new Map<number, NamedCall>();

  const takeEvent = (data: string) => {
    if (data === '[DONE]') {
      isDone = true;
      return;
    }
    const event = parse(data);
    if (event === null) return;
    if (event.usage) usage = event.usage;
    const choice = asList(event.choices)
      .map(asRecord)
      .find(({ index }) => (index ?? 0) === 0);
    if (choice === undefined) return;
    if (choice.finish_reason) reason = choice.finish_reason;
    const delta = asRecord(choice.delta);
    text += asText(delta.content) || asText(delta.refusal);
    for (const part of asList(delta.tool_calls).map(asRecord)) {
      const index = typeof part.index === 'number' ? part.index : 0;
      const call = calls.get(index);
      const { id, name, arguments: more } = callOf(part);
      calls.set(index, {
        id: call?.id || id,
        name: (call?.name ?? '') + name,
        arguments: (call?.arguments ?? '') + more,
      });
    }
  };

  return {
    take(chunk) {
      const lines = (rest + chunk).split(/\r?\n/);
      rest = lines.pop() ?? '';
      for (const line of lines) if (line.startsWith('data:')) takeEvent(line.slice(5).trim());
    },
    end() {
      if (rest.startsWith('data:')) takeEvent(rest.slice(5).trim());
      const answer = said(text, [...calls.values()], { usage, reason });
      // A stream that says neither its reason nor its end broke off on the way.
      return reason === null && !isDone ? { ...answer, failure: 'cutOff' } : answer;
    },
  };
}

function said(
  text: string,
  calls: readonly NamedCall[],
  { usage, reason }: { readonly usage: unknown; readonly reason: unknown },
): SaidAnswer {
  const whole = answerText(text, calls);
  // An answer that reached the caller's own token limit is scored unchanged.
  const failure = reason === 'content_filter' ? 'filtered' : whole === '' ? 'empty' : null;
  return { text: whole, usage: usageOf(usage), failure, message: { text, calls, finish: asText(reason) } };
}

function usageOf(usage: unknown): SaidAnswer['usage'] {
  const { prompt_tokens, completion_tokens, prompt_tokens_details } = asRecord(usage);
  if (typeof prompt_tokens !== 'number' || typeof completion_tokens !== 'number') return null;
  const { cached_tokens } = asRecord(prompt_tokens_details);
  return {
    tokensIn: prompt_tokens,
    tokensOut: completion_tokens,
    tokensCached: typeof cached_tokens === 'number' ? cached_tokens : 0,
  };
}

function parse(text: string): Loose | null {
  try {
    return asRecord(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
