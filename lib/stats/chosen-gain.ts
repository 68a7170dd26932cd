/**
 * What may be reported of a prompt that was chosen as the best of several on the very examples it is reported on.
 *
 *     interval   simultaneous over all prompts that could have been chosen (./simultaneous-gains, ./out-of-bag)
 *     point      chosen in the bag, scored out of it (./out-of-bag)
 *
 * Taken as if it had been the only one, the best of 10 noisy measurements of equal prompts gains 2 points that are not
 * there. Two runs that each chose are compared the same way; each end is corrected for the choice that would
 * flatter it: the lower end over the run's own prompts, the upper end over those of the reference.
 * Cost: some 10 ms for 10 prompts on 300 examples.
 */
import { type Column, columnOf } from './column';
import { type ReplayedChoice, replayChoice } from './out-of-bag';
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
  const taken = columns[chosen];
  if (taken === undefined) return null;
  const replayed = replayChoice([unchanged(complete), ...complete], chosen + 1);
  const contending = (replayed?.contenders ?? []).flatMap((place) => columns[place - 1] ?? []);
  const compared = contending.includes(taken) ? contending : [...contending, taken];
  const gain = simultaneousIntervals(compared, alpha)[compared.indexOf(taken)];
  return gain === undefined ? null : withPoint(gain, replayed?.mean ?? null);
}

/** `own` minus `reference`, both as they chose. Null where one of them chose none. */
export function differenceOfChosen(reference: Chosen, own: Chosen, alpha = 0.05): PairedDifference | null {
  const [kept, taken] = [reference, own].map(({ candidates, chosen }) => candidates[chosen]);
  if (kept === undefined || taken === undefined) return null;
  const { complete } = pairedColumns(kept, [...own.candidates, ...reference.candidates]);
  const count = own.candidates.length;
  const ownChoice = replayChoice(complete.slice(0, count), own.chosen);
  const referenceChoice = replayChoice(complete.slice(count), reference.chosen);
  const lower = gainAmong(kept, own, ownChoice, alpha);
  // Turned round: the reference's prompts against the one that this run chose.
  const upper = gainAmong(taken, reference, referenceChoice, alpha);
  if (lower === undefined || upper === undefined) return null;
  const difference = {
    ...lower,
    upper: upper.lower === null ? null : -upper.lower,
    comparisons: Math.max(lower.comparisons ?? 1, upper.comparisons ?? 1),
  };
  if (ownChoice === null || referenceChoice === null) return difference;
  return withPoint(difference, ownChoice.mean - referenceChoice.mean);
}

/** The chosen prompt over `base`, holding together with all that could have been chosen in its place. */
function gainAmong(
  base: ScoredExamples,
  { candidates, chosen }: Chosen,
  choice: ReplayedChoice | null,
  alpha: number,
): PairedDifference | undefined {
  const places = choice?.contenders ?? candidates.map((_, place) => place);
  const contending = places.flatMap((place) => candidates[place] ?? []);
  return simultaneousGains(base, contending, alpha)[places.indexOf(chosen)];
}

const unchanged = (columns: readonly Column[]): Column =>
  columnOf(Array.from({ length: columns[0]?.n ?? 0 }, () => 0));

/** A point outside its interval, which resampling can bring, is moved to the nearer end. */
function withPoint(difference: PairedDifference, point: number | null): PairedDifference {
  const { lower, upper } = difference;
  if (point === null) return difference;
  return { ...difference, mean: Math.min(upper ?? point, Math.max(lower ?? point, point)) };
}
