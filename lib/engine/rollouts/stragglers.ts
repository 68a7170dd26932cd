import type { BatchPlan } from '@/lib/domain/batch-plan';
import type { Candidate } from '@/lib/domain/candidate';
import type { Example } from '@/lib/domain/example';
import type { RunManifest } from '@/lib/domain/manifest';
import type { IterationScreen } from '@/lib/engine/iteration/screen-iteration';
import type { Tab } from '@/lib/engine/tally';
import type { MappedExample } from '@/lib/methods/method';

/**
 * What a run whose barrier is open has under way beside its iteration: the next map (overlap) and reflections that
 * came too late for their own iteration (carry-over, rulings J7). Empty in a run that waits for everything.
 */
export interface Stragglers {
  /** The next iteration, its map already running on the candidate of before. */
  ahead: OpenedIteration | null;
  /** Too late for the iteration that closed last; each joins the next one or is dropped there. */
  late: readonly LateReflection[];
  /** Too late for the next one too. They are awaited before the run ends, so that their cost is known. */
  dropped: LateReflection[];
  /** Everything that is still being mapped: a failure waits for these, since their answers are paid. */
  readonly underWay: Set<Promise<MappedExample>>;
}

export interface LateReflection {
  /** Of the iteration that it was made in, as its ordinal and its calls' keys are. */
  readonly iteration: number;
  readonly ordinal: number;
  readonly exampleId: string;
  /** The candidate that it was made under. */
  readonly base: Candidate;
  readonly pending: Promise<MappedExample>;
  readonly tab: Tab;
}

/** An iteration that is planned and told of; where the barrier is open, its map is already under way. */
export interface OpenedIteration {
  readonly iteration: number;
  readonly plan: Pick<BatchPlan, 'size' | 'reason'>;
  readonly examples: readonly Example[];
  readonly flight: MapFlight | null;
  /** A measurement ran beside its map. */
  readonly isDisturbed?: boolean;
}

/**
 * A map that is under way and need not be waited for as a whole: one promise and one tab an example. Each example
 * asks under the keys of its own iteration, whichever iteration takes its reflection in the end.
 */
export interface MapFlight {
  readonly candidate: Candidate;
  readonly examples: readonly Example[];
  readonly pending: readonly Promise<MappedExample>[];
  readonly tabs: readonly Tab[];
  readonly screen: IterationScreen | undefined;
}

export const noStragglers = (): Stragglers => ({ ahead: null, late: [], dropped: [], underWay: new Set() });

/** Whether an iteration may go on before all of its map is in; false = map, barrier, reduce, as in the paper. */
export function hasOpenBarrier({ stragglers, aggregation }: RunManifest): boolean {
  return (
    aggregation.grouping === 'planned' ||
    stragglers?.overlap === true ||
    (stragglers?.carryOverAfterShare ?? null) !== null
  );
}
