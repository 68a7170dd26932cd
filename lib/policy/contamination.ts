/**
 * Whether held-out can still carry a claim. One function for every place that shows a number of a split: the
 * split's page, the experiment, the run, the headline. A missing statement is no contamination; it is an open question.
 */
import type { AppError } from '@/lib/errors/app-error';
import { HELD_OUT_CONTAMINATED, TUNED_STAYS_TUNED } from './rules/intake';
import { refusal } from './rules/rule';

export interface StatedUse {
  readonly usedToTune: boolean | null;
  readonly usedToTuneNote: string | null;
}

export interface Contamination {
  readonly code: typeof HELD_OUT_CONTAMINATED.code;
  readonly ruleId: string;
  readonly title: string;
  readonly sentence: string;
}

/** Null where the headline may be shown. */
export function contaminationOf({ usedToTune, usedToTuneNote }: StatedUse): Contamination | null {
  if (usedToTune !== true) return null;
  const { code, id, title, sentence } = HELD_OUT_CONTAMINATED;
  const note = usedToTuneNote?.trim() ?? '';
  return { code, ruleId: id, title, sentence: note === '' ? sentence : `${sentence} It was said: ${note}` };
}

/** A split that was used to tune stays marked. @throws AppError SPLIT_PINNED */
export function assertStaysContaminated(before: StatedUse, after: StatedUse): void {
  if (before.usedToTune === true && after.usedToTune !== true) throw staysContaminated();
}

const staysContaminated = (): AppError =>
  refusal(TUNED_STAYS_TUNED, {
    fields: [{ path: 'answers.usedToTune', message: TUNED_STAYS_TUNED.sentence }],
  });
