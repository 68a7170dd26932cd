import type { LanguageModel, ModelOutcome, ModelRequest } from '@/lib/ports/language-model';

/** Two calls with one request: which answer counts, and what became of the other. Knows nothing of money or time. */
export interface RunningCall {
  /** Never rejects, so that a call which lost may end whenever it likes. */
  readonly ended: Promise<Ended>;
  /** How it ended, once it has. */
  now(): Ended | null;
  abort(): void;
}

export type Ended =
  | { readonly kind: 'answered'; readonly outcome: ModelOutcome }
  | { readonly kind: 'threw'; readonly error: unknown };

export interface RaceResult {
  readonly winner: 'first' | 'second';
  readonly outcome: ModelOutcome;
  /** The other's outcome where it had ended by itself; null = aborted, so nobody knows what it cost. */
  readonly loser: ModelOutcome | null;
}

export function startCall(model: LanguageModel, request: ModelRequest): RunningCall {
  const controller = new AbortController();
  let how: Ended | null = null;
  const ended = model.complete(request, controller.signal).then(
    (outcome): Ended => ({ kind: 'answered', outcome }),
    (error: unknown): Ended => ({ kind: 'threw', error }),
  );
  const known = ended.then((end) => {
    how = end;
    return end;
  });
  return { ended: known, now: () => how, abort: () => controller.abort() };
}

/** @throws what the adapter threw: a failing provider is an outcome, so a throw is a broken promise (see the port). */
export function outcomeOf(end: Ended): ModelOutcome {
  if (end.kind === 'threw') throw end.error;
  return end.outcome;
}

/**
 * The first usable answer wins and the other call is aborted. A failure decides nothing while the other may still
 * succeed; where both fail, the first call's failure stands.
 */
export async function firstUsable(first: RunningCall, second: RunningCall): Promise<RaceResult> {
  try {
    const early = await Promise.race([named('first', first), named('second', second)]);
    if (outcomeOf(early.end).ok) return won(early.name, early.end, early.name === 'first' ? second : first);
    const [one, two] = [await first.ended, await second.ended];
    return outcomeOf(two).ok ? won('second', two, first) : won('first', one, second);
  } finally {
    first.abort();
    second.abort();
  }
}

const named = async (name: 'first' | 'second', call: RunningCall) => ({ name, end: await call.ended });

function won(winner: 'first' | 'second', end: Ended, other: RunningCall): RaceResult {
  const ended = other.now();
  return { winner, outcome: outcomeOf(end), loser: ended === null ? null : outcomeOf(ended) };
}
