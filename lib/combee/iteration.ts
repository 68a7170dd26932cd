import type { Candidate } from '@/lib/domain/candidate';
import type { Reflection } from '@/lib/domain/reflection';
import type { AppliedUpdate } from '@/lib/methods/method';
import type { ScanInput } from './aggregate-group';
import { type ApplyInput, applyScan } from './apply-scan';
import type { ShufflePlan } from './augmented-shuffle';
import { parallelScan, type ScanResult } from './scan';
import { arrived, type ShuffleInput, shuffleReflections } from './shuffle-reflections';

/**
 * One iteration of Combee (Combee 3): plan, map, shuffle, scan, apply.
 *
 * - plan: how many examples, under which candidate (batch-controller/plan-batch).
 * - map: every example is answered, scored and reflected on at once (map-examples). The map may be under way already,
 *   and a barrier may let it close early; all that is known of it here is when each reflection arrives.
 * - shuffle: p copies of each reflection, dealt into k groups (augmented-shuffle).
 * - scan: one aggregator call a group, all at once, and one call over their updates (scan).
 * - apply: the update becomes the new candidate (apply-scan).
 *
 * Knows nothing of the journal, the ledger or money. Cost: n answers, n reflections and k + 1 aggregator calls.
 */
export interface IterationInput<Plan extends PlannedIteration, Map extends MappedIteration>
  extends ReduceInput {
  plan(): Promise<Plan>;
  map(plan: Plan): Promise<Map>;
}

export interface PlannedIteration {
  /** The candidate that the update is made on. */
  readonly base: Candidate;
  readonly screen?: ApplyInput['screen'];
}

export interface MappedIteration {
  /** One a planned reflection, in order: the reflection once it has arrived, null once it will not. */
  readonly arrivals: readonly Promise<Reflection | null>[];
}

/** Inputs of shuffle, scan and apply besides the plan. */
export type ReduceInput = Omit<ShuffleInput & ScanInput & ApplyInput, keyof PlannedIteration>;

export interface ReducedIteration {
  /** With the counters of this iteration. */
  readonly base: Candidate;
  readonly plan: ShufflePlan;
  readonly scan: ScanResult;
  readonly applied: AppliedUpdate;
  /** n' < ceil(n / 2): the update is applied, but rests on less than half of the evidence that was planned. */
  readonly degraded: boolean;
}

export async function runIteration<Plan extends PlannedIteration, Map extends MappedIteration>(
  input: IterationInput<Plan, Map>,
): Promise<ReducedIteration & { readonly planned: Plan; readonly mapped: Map }> {
  const planned = await input.plan();
  const mapped = await input.map(planned);
  const shuffled = await shuffleReflections({ ...input, ...planned }, mapped.arrivals);
  const scanned = await parallelScan(input, shuffled);
  const applied = await applyScan({ ...input, ...planned }, scanned);
  return { ...scanned, applied, planned, mapped };
}

/** Shuffle, scan and apply for a loop that maps by itself: its reflections have all arrived. */
export function reduceReflections(
  input: ReduceInput & PlannedIteration & { readonly reflections: readonly Reflection[] },
): Promise<ReducedIteration> {
  const map = async () => ({ arrivals: arrived(input.reflections) });
  return runIteration({ ...input, plan: async () => input, map });
}
