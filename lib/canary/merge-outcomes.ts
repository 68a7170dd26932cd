import type { AnswerOutcome, PairState, Side } from '@/lib/domain/canary-pair';
import { isMissing } from './tally';

/**
 * Outcomes come one side at a time or both at once, late, twice, and in any order. The same outcome twice is once; another
 * one for a side that has one is refused and named, and what was counted never changes. Knows no rows and no ids.
 */
const SIDES = ['incumbent', 'challenger'] as const;

export const NO_ANSWER: AnswerOutcome = { score: null, latencyMs: null, costUsd: null, failure: null };
export const NO_OUTCOMES: PairState = { incumbent: NO_ANSWER, challenger: NO_ANSWER, isSettled: false };

export interface Merged {
  readonly pair: PairState;
  readonly isChanged: boolean;
  readonly refused: readonly { readonly side: Side; readonly reason: 'differs' | 'tooLate' }[];
}

export function mergeOutcomes(before: PairState, given: Partial<Record<Side, AnswerOutcome>>): Merged {
  const pair = { incumbent: before.incumbent, challenger: before.challenger };
  const refused: { side: Side; reason: 'differs' | 'tooLate' }[] = [];
  let isChanged = false;
  for (const side of SIDES) {
    const answer = given[side];
    if (answer === undefined || isMissing(answer) || isSame(answer, before[side])) continue;
    if (!isMissing(before[side])) refused.push({ side, reason: 'differs' });
    else if (before.isSettled) refused.push({ side, reason: 'tooLate' });
    else {
      pair[side] = answer;
      isChanged = true;
    }
  }
  const isSettled = before.isSettled || SIDES.every((side) => !isMissing(pair[side]));
  return { pair: { ...pair, isSettled }, isChanged, refused };
}

function isSame(a: AnswerOutcome, b: AnswerOutcome): boolean {
  return (
    a.score === b.score && a.failure === b.failure && a.latencyMs === b.latencyMs && a.costUsd === b.costUsd
  );
}
