import type { BatchPlan } from '@/lib/domain/batch-plan';
import type { Candidate } from '@/lib/domain/candidate';
import type { Example } from '@/lib/domain/example';
import type { RunManifest } from '@/lib/domain/manifest';
import type { IterationScreen } from '@/lib/engine/iteration/screen-iteration';
import type { RunningMeasurement } from '@/lib/engine/measure/beside';
import type { DeferredCost } from '@/lib/engine/tally';
import type { MappedExample } from '@/lib/methods/method';
import type { GuardedMap } from './guarded-map';

/**
 * Work that a run has under way next to its iteration: the next map (overlap), reflections that came too late for their
 * own iteration (carry-over, rulings J7) and a measurement. Empty where the share is 1 and nothing overlaps.
 */
export interface Outstanding {
  /** The next iteration, its map already running on the candidate of before. */
  ahead: OpenedIteration | null;
  /** Too late for the iteration that closed last; each joins the next one or is dropped there. */
  late: readonly LateReflection[];
  /** Too late for the next one too. They are awaited before the run ends, so that their cost is known. */
  dropped: LateReflection[];
  /** The measurement of the last boundary, running beside the map of the next. */
  measuring: RunningMeasurement | null;
  /** Everything that is still being mapped: a failure waits for these, since their answers are paid. */
  readonly underWay: Set<Promise<MappedExample>>;
}

export interface LateReflection {
  /** Iteration in which the reflection was made, which its ordinal and its calls' keys refer to. */
  readonly iteration: number;
  readonly ordinal: number;
  readonly exampleId: string;
  /** The candidate that it was made under. */
  readonly base: Candidate;
  readonly pending: Promise<MappedExample>;
  readonly cost: DeferredCost;
}

/** An iteration that is planned and emitted, with its map under way. */
export interface OpenedIteration {
  readonly iteration: number;
  readonly plan: Pick<BatchPlan, 'size' | 'reason'>;
  readonly map: RunningMap;
  /** From here on the delay of the iteration is counted. */
  readonly startedMs: number;
  /** A measurement ran beside its map. */
  readonly isDisturbed?: boolean;
}

/**
 * A map that is under way: one promise and one deferred cost an example. Each example asks under the keys of its own
 * iteration, whichever iteration takes its reflection in the end.
 */
export interface RunningMap {
  readonly candidate: Candidate;
  readonly examples: readonly Example[];
  readonly pending: readonly Promise<MappedExample>[];
  readonly costs: readonly DeferredCost[];
  readonly screen: IterationScreen | undefined;
  /** Guard that may cut the map short; null = the map always runs to its end. */
  readonly guard: GuardedMap | null;
}

export const nothingOutstanding = (): Outstanding => ({
  ahead: null,
  late: [],
  dropped: [],
  measuring: null,
  underWay: new Set(),
});

/** The share of its own examples that closes an iteration; 1 = all of them, as in the paper. */
export const closingShare = ({ stragglers }: RunManifest): number => stragglers?.carryOverAfterShare ?? 1;

/** Whether anything may begin before all of a map has arrived: such a map is never cut short. */
export function beginsEarly(manifest: RunManifest): boolean {
  const { stragglers, aggregation } = manifest;
  return closingShare(manifest) < 1 || aggregation.grouping === 'planned' || stragglers?.overlap === true;
}
