import type { ScoreDoubt, ScoreFacts } from '@/lib/domain/score-doubt';
import { contaminationOf } from './contamination';
import { EXPLORATORY_UNQUOTED } from './rules/exploratory';

/**
 * Whether the held-out scores of a run are numbers to believe. One function for every list, card and file that shows one:
 *
 *     contaminated   the split was used to tune
 *     superseded     answers behind the best score were put aside with a reason, so that they are scored anew
 *     judgeFailed    the judge that gave the scores failed its calibration
 *     exploratory    the run had no go: its scores are right, and no claim rests on them (EXP-3)
 *
 * The first that holds is told; each is enough. A score in doubt stays in view with its reason, struck through where it
 * cannot be believed, and is no headline: it neither leads a list nor is called the best of several. Knows no rows.
 */
/** Null where the scores are valid. */
export function scoreDoubtOf({ split, putAside, judge, isExploratory }: ScoreFacts): ScoreDoubt | null {
  const contamination = split && contaminationOf(split);
  if (contamination) return { code: 'contaminated', word: 'Contaminated', sentence: contamination.sentence };
  if (putAside !== null && putAside.answers > 0) {
    const { answers, by, reason } = putAside;
    const count = answers === 1 ? '1 answer' : `${answers.toLocaleString('en-US')} answers`;
    return {
      code: 'superseded',
      word: 'Superseded',
      sentence: `${by} put aside ${count} behind this score: ${reason.trim() || 'no reason was given'}`,
    };
  }
  if (judge?.verdict === 'failed')
    return {
      code: 'judgeFailed',
      word: 'Judge failed',
      sentence: `The judge failed its calibration. ${judge.explanation}`,
    };
  return isExploratory
    ? { code: 'exploratory', word: 'Exploratory', sentence: EXPLORATORY_UNQUOTED.sentence }
    : null;
}
