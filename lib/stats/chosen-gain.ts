/**
 * What may be reported of a prompt that was chosen as the best of several on the very examples it is reported on.
 *
 *     interval   simultaneous over all prompts that were measured (./simultaneous-gains)
 *     point      chosen in the bag, scored out of it (./out-of-bag)
 *
 * Taken as if it had been the only one, the best of 10 noisy measurements of equal prompts gains 2 points that are not
 * there. Two runs that each chose are compared the same way; each end is corrected for the choice that would
 * flatter it: the lower end over the run's own prompts, the upper end over those of the reference.
 * Cost: some 10 ms for 10 prompts on 300 examples.
 */
import { type Column, columnOf } from './column';
import { outOfBagMean } from './out-of-bag';
import { pairedColumns } from './paired-columns';
import type { PairedDifference } from './paired-difference';
import type { ScoredExamples } from './scored-examples';
import { simultaneousGains, simultaneousIntervals } from './simultaneous-gains';

/** Prompts of one run, and which of them it chose by these scores. */
export interface Chosen {
  readonly candidates: readonly ScoredExamples[];
  readonly chosen: number;
}

/**
 * The chosen prompt over `original`, which could have been chosen as well. Null where `chosen` names none. `chosen` is of
 * `candidates`, which hold every prompt that was measured after the original one.
 */
export function gainOfChosen(
  original: ScoredExamples,
  { candidates, chosen }: Chosen,
  alpha = 0.05,
): PairedDifference | null {
  const { columns, complete } = pairedColumns(original, candidates);
  const gain = simultaneousIntervals(columns, alpha)[chosen];
  return gain === undefined
    ? null
    : withPoint(gain, outOfBagMean([unchanged(complete), ...complete], chosen + 1));
}

/** `own` minus `reference`, both as they chose. Null where one of them chose none. */
export function differenceOfChosen(reference: Chosen, own: Chosen, alpha = 0.05): PairedDifference | null {
  const [kept, taken] = [reference, own].map(({ candidates, chosen }) => candidates[chosen]);
  if (kept === undefined || taken === undefined) return null;
  const lower = simultaneousGains(kept, own.candidates, alpha)[own.chosen];
  // Turned round: the reference's prompts against the one that this run chose.
  const upper = simultaneousGains(taken, reference.candidates, alpha)[reference.chosen];
  if (lower === undefined || upper === undefined) return null;
  const difference = {
    ...lower,
    upper: upper.lower === null ? null : -upper.lower,
    comparisons: Math.max(lower.comparisons ?? 1, upper.comparisons ?? 1),
  };
  return withPoint(difference, pointOf(kept, { own, reference }));
}

/** Both choices are replayed in the same bags. */
function pointOf(
  base: ScoredExamples,
  { own, reference }: { readonly own: Chosen; readonly reference: Chosen },
): number | null {
  const { complete } = pairedColumns(base, [...own.candidates, ...reference.candidates]);
  const ownPoint = outOfBagMean(complete.slice(0, own.candidates.length), own.chosen);
  const referencePoint = outOfBagMean(complete.slice(own.candidates.length), reference.chosen);
  return ownPoint === null || referencePoint === null ? null : ownPoint - referencePoint;
}

const unchanged = (columns: readonly Column[]): Column =>
  columnOf(Array.from({ length: columns[0]?.n ?? 0 }, () => 0));

/** A point outside its interval, which resampling can bring, is moved to the nearer end. */
function withPoint(difference: PairedDifference, point: number | null): PairedDifference {
  const { lower, upper } = difference;
  if (point === null) return difference;
  return { ...difference, mean: Math.min(upper ?? point, Math.max(lower ?? point, point)) };
}
