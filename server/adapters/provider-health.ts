import type { Away } from '@/lib/domain/run';
import { AppError } from '@/lib/errors/app-error';
import { awaySentence } from '@/lib/words/pause';
import type { Ticker } from './ticker';

/**
 * Whether one provider is there, as this process sees it. It counts as away after several failures in a row of the
 * kind that an absent provider gives (no connection, 5xx, no answer in time), with no answer to any call in between
 * and over some seconds, so that a single bad request never counts. While it is away calls wait here; one at a time
 * is sent as a probe, at growing intervals, and its answer lets all of them continue. A call that waited longer than
 * the patience of its run is told PROVIDER_AWAY.
 */

/** How the failure of one attempt bears on the question. */
export type Sign =
  /** Provider absent: no connection, or a gateway that says so. Never the fault of one request. */
  | 'absent'
  /** A server's own error or no answer in time: absent, or one request that it cannot digest. */
  | 'unsure';

export interface Patience {
  /** How long an absence may last, counted from its beginning or from `openedMs`, whichever is later. */
  readonly patienceMs: number;
  /** Monotonic; when the run was taken up here. A resumed run has its whole patience again. */
  readonly openedMs: number;
  /** A request of this call went out and got no answer. */
  readonly mayBePaid?: boolean;
  /** Ends the wait at once; calls under way are not touched. */
  readonly interrupted?: AbortSignal;
}

interface Waiting {
  readonly go: () => void;
  readonly giveUp: (error: AppError) => void;
}

const FAILURES_MIN = 3;
const OVER_MS_MIN = 3_000;
const PROBE_FIRST_MS = 1_000;
const PROBE_MS_MAX = 10_000;

export class ProviderHealth {
  readonly #name: string;
  readonly #ticker: Ticker;
  readonly #noun: Away['noun'];
  readonly #waiting = new Set<Waiting>();
  readonly #listeners = new Set<(awaySinceMs: number | null) => void>();
  #failures = 0;
  readonly #failed = new Set<string>();
  #isCertain = false;
  /** Monotonic; when the present row of failures began. */
  #failingSinceMs: number | null = null;
  #answeredAtMs = Number.NEGATIVE_INFINITY;
  #awaySince: { readonly monotonicMs: number; readonly atMs: number } | null = null;
  #probeMs = PROBE_FIRST_MS;
  #lastOpenedMs = Number.NEGATIVE_INFINITY;
  #isProbing = false;
  #takeBackProbe: (() => void) | null = null;

  constructor(name: string, ticker: Ticker, noun: Away['noun'] = 'provider') {
    this.#name = name;
    this.#noun = noun;
    this.#ticker = ticker;
  }

  get isAway(): boolean {
    return this.#awaySince !== null;
  }

  /** Whether anybody got an answer since then (monotonic). */
  answeredSince(monotonicMs: number): boolean {
    return this.#answeredAtMs >= monotonicMs;
  }

  /** Called with the time of day since when it is away, and with null when it is back. Returns how to leave. */
  listen(listener: (awaySinceMs: number | null) => void): () => void {
    this.#listeners.add(listener);
    if (this.#awaySince) listener(this.#awaySince.atMs);
    return () => this.#listeners.delete(listener);
  }

  /** It answered, whatever it said: a refusal is an answer too. */
  noteAnswer(): void {
    this.#answeredAtMs = this.#ticker.monotonicMs();
    this.#failures = 0;
    this.#failed.clear();
    this.#isCertain = false;
    this.#failingSinceMs = null;
    if (this.#awaySince === null) return;
    this.#awaySince = null;
    this.#probeMs = PROBE_FIRST_MS;
    this.#isProbing = false;
    this.#takeBackProbe?.();
    this.#takeBackProbe = null;
    for (const one of [...this.#waiting]) one.go();
    for (const listener of this.#listeners) listener(null);
  }

  noteFailure(sign: Sign, attempt: { readonly key: string; readonly startedMs: number }): void {
    this.#failures += 1;
    this.#failed.add(attempt.key);
    this.#isCertain ||= sign === 'absent';
    // The wait for an answer that never came is part of the silence, but not what lies before the last answer.
    this.#failingSinceMs ??= Math.max(attempt.startedMs, this.#answeredAtMs);
    if (this.#awaySince !== null) {
      this.#probeFailed();
      return;
    }
    const silentMs = this.#ticker.monotonicMs() - this.#failingSinceMs;
    const isShared = this.#isCertain || this.#failed.size > 1;
    if (isShared && this.#failures >= FAILURES_MIN && silentMs >= OVER_MS_MIN) this.declareAway();
  }

  /** An attempt ended without telling anything, by an abort: if it was the probe, another one is sent. */
  noteNothing(): void {
    this.#isProbing = false;
    this.#scheduleProbe();
  }

  /** Marks the provider as away; also called when a harmless request gets no answer. */
  declareAway(): void {
    if (this.#awaySince !== null) return;
    const monotonicMs = this.#failingSinceMs ?? this.#ticker.monotonicMs();
    const atMs = this.#ticker.nowMs() - (this.#ticker.monotonicMs() - monotonicMs);
    this.#awaySince = { monotonicMs, atMs };
    this.#scheduleProbe();
    for (const listener of this.#listeners) listener(atMs);
  }

  /**
   * Resolves at once while the provider is there; else when it is back, or when this call's turn has come to probe.
   * Gives the time that was waited.
   * @throws AppError PROVIDER_AWAY when the patience is over or the wait was interrupted.
   */
  async untilTurn(patience: Patience): Promise<number> {
    if (!this.isAway) return 0;
    const sinceMs = this.#ticker.monotonicMs();
    const away = (why: string) => this.#away(why, patience.mayBePaid ?? false);
    if (patience.interrupted?.aborted) throw away('The wait was interrupted');
    const leftMs = this.#deadlineMs(patience) - sinceMs;
    if (leftMs <= 0) throw away('The patience is over');
    if (patience.openedMs > this.#lastOpenedMs) {
      // A run was started or resumed since: the evaluator or provider may be back, so the intervals begin anew.
      this.#lastOpenedMs = patience.openedMs;
      this.#probeMs = PROBE_FIRST_MS;
    }
    await new Promise<void>((resolve, reject) => {
      const interrupt = () => waiting.giveUp(away('The wait was interrupted'));
      const takeBack = this.#ticker.after(leftMs, () => waiting.giveUp(away('The patience is over')));
      const leave = () => {
        this.#waiting.delete(waiting);
        takeBack();
        patience.interrupted?.removeEventListener('abort', interrupt);
      };
      const waiting: Waiting = {
        go: () => {
          leave();
          resolve();
        },
        giveUp: (error) => {
          leave();
          reject(error);
        },
      };
      this.#waiting.add(waiting);
      patience.interrupted?.addEventListener('abort', interrupt, { once: true });
      this.#scheduleProbe();
    });
    return this.#ticker.monotonicMs() - sinceMs;
  }

  /** The same for all calls of a run, so that they give up together. */
  #deadlineMs({ patienceMs, openedMs }: Patience): number {
    return Math.max(openedMs, this.#awaySince?.monotonicMs ?? openedMs) + patienceMs;
  }

  #scheduleProbe(): void {
    if (this.#isProbing || this.#takeBackProbe !== null || this.#waiting.size === 0) return;
    this.#takeBackProbe = this.#ticker.after(this.#probeMs, () => {
      this.#takeBackProbe = null;
      const first = this.#waiting.values().next().value;
      if (first === undefined) return;
      this.#isProbing = true;
      first.go();
    });
  }

  /** Calls that were under way when it went away fail too; only growing intervals matter, not whose failure it was. */
  #probeFailed(): void {
    if (!this.#isProbing) return;
    this.#isProbing = false;
    this.#probeMs = Math.min(PROBE_MS_MAX, this.#probeMs * 2);
    this.#scheduleProbe();
  }

  #away(why: string, mayBePaid: boolean): AppError {
    const sinceMs = this.#awaySince?.atMs ?? this.#ticker.nowMs();
    const noun = this.#noun;
    const away: Away = { noun, name: this.#name, sinceMs };
    return new AppError('PROVIDER_AWAY', `${why}; the ${noun} ${this.#name} is away.`, {
      userMessage: awaySentence(away),
      context: { mayBePaid, away },
      howToProceed: [`Look whether the ${noun} is running and reachable.`, 'Resume the run.'],
    });
  }
}
