/**
 * Does a run keep the quality of another one, by a margin that was registered before? One question, three answers
 * (lib/domain/claim-answer). The difference is that of the two prompts that the runs chose (lib/stats/chosen-gain). Speed claim, readiness, truth
 * sentence, compare, report and files take answer and difference from here and from nowhere else.
 */

import { answerOf } from '@/lib/domain/claim-answer';
import type { ClaimAnswer } from '@/lib/domain/claim-settings';
import { differenceOfChosen } from '@/lib/stats/chosen-gain';
import type { PairedDifference } from '@/lib/stats/paired-difference';
import { remembered } from './remembered';
import { choiceOf, type MeasuredPrompt } from './run-gain';

export interface QualityClaim {
  readonly answer: ClaimAnswer;
  /** Share of 1. */
  readonly margin: number;
  /** Chosen prompt minus the reference's. */
  readonly difference: PairedDifference;
}

/** Both with all whole measurements of a run in order. Null where one of the runs was never measured. */
export function keepsQuality(
  own: readonly MeasuredPrompt[],
  reference: readonly MeasuredPrompt[],
  margin: number,
): QualityClaim | null {
  const [ownChoice, referenceChoice] = [choiceOf(own), choiceOf(reference)];
  if (ownChoice === null || referenceChoice === null) return null;
  const difference = remembered(
    `difference/${referenceChoice.chosen}/${ownChoice.chosen}`,
    [referenceChoice.candidates, ownChoice.candidates],
    () => differenceOfChosen(referenceChoice, ownChoice),
  );
  return difference && { answer: answerOf(difference, margin), margin, difference };
}
