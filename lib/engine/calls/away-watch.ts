import { AppError } from '@/lib/errors/app-error';
import type { CallKey, Journal } from '@/lib/ports/journal';
import type { ModelOutcome } from '@/lib/ports/language-model';

/**
 * Tells the loop of an absent provider or database. Two things only: how much of an iteration's
 * delay was spent waiting for them, since such a delay says nothing about the batch size (rulings J4); and that a
 * call which the provider never took is taken out of the journal's "in flight" again, since it was not paid.
 * How long one waits, and how one asks whether they are back, is the adapters' business.
 */
export interface AwayWatch {
  /** Begins to count for an iteration; a second opening of the same one changes nothing. */
  opened(iteration: number): void;
  /** @throws the error by which a provider was given up: this process sends no more calls. */
  assertPresent(): void;
  /** Makes one call. A provider that stays away becomes PROVIDER_AWAY, or an interruption where one was asked for. */
  during(key: CallKey, call: () => Promise<ModelOutcome>): Promise<ModelOutcome>;
  /** Waiting of this iteration's calls and of the journal's writes since it was opened; 0 = undisturbed. */
  awayMs(iteration: number): number;
}

export interface AwayWatchInput {
  readonly journal: Journal;
  /** Aborts when the run is to pause or its worker closes: calls then stop waiting for a provider. */
  readonly signal: AbortSignal;
  readonly interrupted: () => Error;
}

export function watchAway({ journal, signal, interrupted }: AwayWatchInput): AwayWatch {
  const waited = new Map<number, number>();
  const journalAwayBefore = new Map<number, number>();
  let givenUp: AppError | null = null;

  return {
    opened(iteration) {
      if (journalAwayBefore.has(iteration)) return;
      journalAwayBefore.set(iteration, journal.awayMs ?? 0);
    },
    assertPresent() {
      if (givenUp !== null) throw givenUp;
    },
    async during(key, call) {
      try {
        const outcome = await call();
        waited.set(key.iteration, (waited.get(key.iteration) ?? 0) + (outcome.awayMs ?? 0));
        return outcome;
      } catch (error) {
        if (!AppError.is(error, 'PROVIDER_AWAY')) throw error;
        // A request that went out and was never answered may have been paid: that one stays booked as lost.
        if (error.context.mayBePaid !== true) await journal.withdraw?.(key);
        if (signal.aborted) throw interrupted();
        givenUp ??= error;
        throw error;
      }
    },
    awayMs(iteration) {
      const before = journalAwayBefore.get(iteration) ?? journal.awayMs ?? 0;
      return (waited.get(iteration) ?? 0) + (journal.awayMs ?? 0) - before;
    },
  };
}
