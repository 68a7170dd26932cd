/**
 * The ledger's vocabulary: append-only facts of a run, numbered without gaps. Everything on screen is a projection
 * of these; the ledger alone can rebuild a run page. An event is the same row as a page sees it.
 *
 * `data` is what the run's hash covers: with a static plan on a deterministic model it is the same in a twin run.
 * `measured` holds what clocks gave (delays, stamps) and is left out of the hash.
 * Names are noun.past-verb. A number that a person will read carries its unit in its name.
 */
import type { PairedDifference } from '@/lib/stats/paired-difference';
import type { IterationFacts } from './iteration-facts';
import type { RunFacts } from './run-facts';
import type { SearchFacts } from './search-facts';
import type { HedgeTotals } from './spend';
import type { SteeringFacts } from './steering-facts';
import type { SurvivalFacts } from './survival-facts';

export interface FactData extends RunFacts, IterationFacts, SteeringFacts, SearchFacts, SurvivalFacts {}

export interface FactMeasured {
  readonly atMs: number;
  readonly delayMs?: number;
  /** iteration.closed: map, shuffle and scan without evaluation; what `learningWallMs` sums. */
  readonly learningMs?: number;
  readonly evaluationMs?: number;
  /** Accelerator time of the run so far; null = not measured. Follows from delays, so it is no part of the hash. */
  readonly gpuSeconds?: number | null;
  /** Ledgers of engine version 2 only: what second calls of hedged races may have cost so far. */
  readonly hedged?: HedgeTotals;
  /** The iteration was cut by a crash or a pause, so its delay takes no part in any fit. */
  readonly tainted?: boolean;
  readonly worker?: string;
  /** run.finished: the run's gain (lib/report/claims/run-gain); a way of counting, so it is no part of the hash. */
  readonly gain?: PairedDifference | null;
}

export type FactType = keyof FactData;

export type Fact = {
  [T in FactType]: {
    readonly type: T;
    /** Unique in its run, the same whenever the loop states this fact again. */
    readonly key: string;
    readonly data: FactData[T];
    readonly measured: FactMeasured;
  };
}[FactType];

export type FactOf<T extends FactType> = Extract<Fact, { type: T }>;

/** Narrows by the fact's own type, which its data follows from. */
export const isFact =
  <T extends FactType>(type: T) =>
  <F extends Fact>(fact: F): fact is Extract<F, { type: T }> =>
    fact.type === type;

/** A fact with its number in its run: what the database holds and what events carry. */
export type LedgerEntry = Fact & { readonly seq: number };

/** Facts about the carrying out rather than the result; never part of the run's hash. */
export const OPERATIONAL_FACTS: readonly FactType[] = [
  'run.paused',
  'run.resumed',
  'run.takenOver',
  'run.failed',
  'requests.dispatched',
  'lanes.changed',
  // A reading of other facts: it adds nothing to the result, and a better way of reading must not change its hash.
  'insights.followed',
];
