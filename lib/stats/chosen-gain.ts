/**
 * What may be reported of a prompt that was chosen as the best of several on the very examples it is reported on.
 *
 *     interval   simultaneous over all prompts that could have been chosen (./contenders, ./simultaneous-gains)
 *     point      chosen in the bag, scored out of it (./out-of-bag)
 *
 * Taken as if it had been the only one, the best of 10 noisy measurements of equal prompts gains 2 points that are not
 * there. Two runs that each chose are compared the same way; each end is corrected for the choice that would
 * flatter it: the lower end over the run's own prompts, the upper end over those of the reference.
 * Cost: some 10 ms for 10 prompts on 300 examples.
 */
import { type Column, columnOf } from './column';
import { type Chosen, contendersOf } from './contenders';
import { replayedChoice } from './out-of-bag';
import { pairedColumns } from './paired-columns';
import type { PairedDifference } from './paired-difference';
import type { ScoredExamples } from './scored-examples';
import { simultaneousGains, simultaneousIntervals } from './simultaneous-gains';

/**
 * The chosen prompt over `original`, which could have been chosen as well. Null where `chosen` names none. The candidates
 * are all prompts that were measured after the original one.
 */
export function gainOfChosen(original: ScoredExamples, run: Chosen, alpha = 0.05): PairedDifference | null {
  const contending = contendersOf(run, alpha);
  if (contending === null) return null;
  const { candidates, chosen } = contending;
  const { columns, complete } = pairedColumns(original, candidates);
  const gain = simultaneousIntervals(columns, alpha)[chosen];
  return gain === undefined
    ? null
    : withPoint(gain, replayedChoice([unchanged(complete), ...complete], chosen + 1));
}

/** `own` minus `reference`, both as they chose. Null where one of them chose none. */
export function differenceOfChosen(reference: Chosen, own: Chosen, alpha = 0.05): PairedDifference | null {
  const [before, after] = [contendersOf(reference, alpha), contendersOf(own, alpha)];
  const kept = before?.candidates[before.chosen];
  const taken = after?.candidates[after.chosen];
  if (before === null || after === null || kept === undefined || taken === undefined) return null;
  const lower = simultaneousGains(kept, after.candidates, alpha)[after.chosen];
  // Turned round: the reference's prompts against the one that this run chose.
  const upper = simultaneousGains(taken, before.candidates, alpha)[before.chosen];
  if (lower === undefined || upper === undefined) return null;
  const difference = {
    ...lower,
    upper: upper.lower === null ? null : -upper.lower,
    comparisons: Math.max(lower.comparisons ?? 1, upper.comparisons ?? 1),
  };
  const { complete } = pairedColumns(kept, [...after.candidates, ...before.candidates]);
  const count = after.candidates.length;
  const ownMean = replayedChoice(complete.slice(0, count), after.chosen);
  const referenceMean = replayedChoice(complete.slice(count), before.chosen);
  return withPoint(difference, ownMean === null || referenceMean === null ? null : ownMean - referenceMean);
}

const unchanged = (columns: readonly Column[]): Column =>
  columnOf(Array.from({ length: columns[0]?.n ?? 0 }, () => 0));

/** A point outside its interval, which resampling can bring, is moved to the nearer end. */
function withPoint(difference: PairedDifference, point: number | null): PairedDifference {
  const { lower, upper } = difference;
  if (point === null) return difference;
  return { ...difference, mean: Math.min(upper ?? point, Math.max(lower ?? point, point)) };
}
