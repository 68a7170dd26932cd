import type { Candidate } from '@/lib/domain/candidate';
import type { RunManifest } from '@/lib/domain/manifest';
import type { HeldOutMeasurement, PricedMeasurement } from './held-out';

/**
 * Held-out beside the next map. The measurement of boundary i begins there and is read at boundary i + 1, before the
 * iteration closes, however long it took: what is decided rests on the same measurements in every replay, and each fact
 * is where its reader expects it. Its calls take only lanes that the map leaves free.
 */
export interface RunningMeasurement {
  /** Iteration after which it began; -1 = before the first. */
  readonly iteration: number;
  readonly candidate: Candidate;
  /** Set where the candidate was measured last: its scores are stated once more. */
  readonly unchanged: HeldOutMeasurement | null;
  readonly startedMs: number;
  readonly priced: Promise<PricedMeasurement>;
  /** Counts its cost from now on. */
  settleCost(): void;
}

/**
 * Whether this run measures beside its maps. Not in a serial baseline, whose times nothing may disturb; not where other
 * workers carry rollouts, which know no precedence; not where maps overlap reduces, which leaves no room.
 */
export function measuresBeside({ kind, evaluation, spreadRollouts, stragglers }: RunManifest): boolean {
  if (evaluation.beside !== true || kind === 'serialBaseline' || kind === 'evaluation') return false;
  return spreadRollouts !== true && stragglers?.overlap !== true;
}
