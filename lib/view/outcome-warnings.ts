import type { ConfirmationView } from '@/lib/contracts/confirmation';
import type { RunView } from '@/lib/contracts/run-shapes';
import type { TruthView } from '@/lib/contracts/truths';
import { formatCount, plural } from './numbers';

/** Facts behind the doubts about an ended run; each doubt is a self-contained sentence. */
export interface DoubtFacts {
  readonly run: Pick<RunView, 'status' | 'practice' | 'summary'>;
  /** Iterations that collapsed; null = not known. */
  readonly collapses: number | null;
  readonly confirmation: Pick<ConfirmationView, 'state' | 'result' | 'heldOutUses'> | null;
  /** Reason why the held-out examples of the split allow no headline; null if they allow one. */
  readonly contamination: string | null;
  readonly truth: Pick<TruthView, 'kind' | 'sentence' | 'gain' | 'againstSerial'> | null;
}

/** Number of held-out measurements of a split from which a warning is shown. */
const HELD_OUT_USES_MANY = 20;
const FAILED_SHARE_MANY = 0.05;

/** Kinds of truth that only the serial diagnosis states; the numbers or the doubts cover every other kind. */
const OF_DIAGNOSIS: readonly TruthView['kind'][] = ['noPlateau', 'plateauNotAbove', 'undecided'];

export function outcomeWarnings(facts: DoubtFacts): readonly string[] {
  const { run, collapses, confirmation, contamination, truth } = facts;
  const { failures, rollouts, evaluationRollouts, bestScore } = run.summary;
  const all = rollouts + evaluationRollouts;
  const isConfirmable = confirmation?.state === 'sealed' || confirmation?.state === 'spent';
  const uses = confirmation?.heldOutUses ?? 0;
  return [
    ...(run.practice
      ? ['The practice model simulates a real one: only a run on your own model shows its results.']
      : []),
    ...(contamination === null ? [] : [contamination]),
    ...(run.status === 'finished'
      ? []
      : ['It did not come to its planned end, so its best may not be the best it could reach.']),
    ...(truth !== null && OF_DIAGNOSIS.includes(truth.kind)
      ? [`The check of the one-at-a-time run (its diagnosis) says: ${truth.sentence}`]
      : []),
    ...(collapses === null || collapses === 0
      ? []
      : [
          `Its candidates became near-copies of one another in ${plural(collapses, 'iteration')} (collapse): from then on it hardly searched.`,
        ]),
    ...(all > 0 && failures / all > FAILED_SHARE_MANY
      ? [
          `${plural(failures, 'failure')} in ${plural(all, 'rollout')}: answers, scores or reflections that cannot be used.`,
        ]
      : []),
    ...(bestScore !== null && isConfirmable
      ? [
          'Unconfirmed: of its prompts the one that did best on the held-out examples was chosen, so its score there flatters it a little.',
        ]
      : []),
    ...(uses > HELD_OUT_USES_MANY
      ? [
          `All runs together have measured on these held-out examples ${formatCount(uses)} times: the more often, the more of a gain may be luck.`,
        ]
      : []),
  ];
}
