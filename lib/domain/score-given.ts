import { type Cause, isOwnFault } from './cause';
import type { Example } from './example';
import { SCORE_ZERO, type Scored } from './score';

/**
 * The score of an answer that may not have come. What the model itself did wrong (cut off, empty, unreadable, filtered)
 * is a 0 and costs no evaluator a call; what failed outside of it is missing. An environment has scored it already.
 */
export async function scoreGiven(
  evaluator: {
    readonly score: (answer: string, example: Example) => Promise<Scored>;
    readonly example: Example;
  },
  answer: { readonly text: string; readonly cause: Cause | null; readonly judged?: Scored },
): Promise<Scored> {
  if (answer.judged) return answer.judged;
  if (answer.cause === null) return evaluator.score(answer.text, evaluator.example);
  return isOwnFault(answer.cause) ? SCORE_ZERO : { missing: answer.cause };
}
