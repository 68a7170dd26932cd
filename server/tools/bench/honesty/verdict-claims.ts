/** The claims about a simulated run, each with its one answer, and the other statements of that answer. */
import { gainAnswer, isShown } from '@/lib/domain/claim-answer';
import { type ClaimAnswer, claimSettings } from '@/lib/domain/claim-settings';
import { keepsQuality, type QualityClaim } from '@/lib/report/claims/keeps-quality';
import { runGain } from '@/lib/report/claims/run-gain';
import { shownOnHeldOut } from '@/lib/report/claims/shown-on-held-out';
import { type Truth, truthSentence } from '@/lib/report/truth-sentence';
import type { VerdictCase } from './verdict-cases';
import type { Said } from './verdict-words';

export type ClaimName = 'quality' | 'gain' | 'promotion';

export interface Producer {
  readonly name: string;
  /** A headline: withholds the answer if a score is in doubt. */
  readonly isHeadline?: boolean;
  readonly said: (one: VerdictCase) => Said;
}

/** One producer's statement about one run. */
export interface SaidPair {
  readonly producer: string;
  readonly run: string;
  readonly agrees: boolean;
}

/**
 * Null = nothing to judge. To the gate, an answer that it does not see shown is "not shown"; it refutes
 * nothing.
 */
export function claimsOf(one: VerdictCase): Readonly<Record<ClaimName, ClaimAnswer | null>> {
  const gain = runGain(one.run.points);
  const shown = evidenceOf(one);
  return {
    quality: qualityOf(one)?.answer ?? null,
    gain: gain && gainAnswer(gain),
    promotion: shown && (isShown(shown) ? 'holds' : 'undecided'),
  };
}

export function qualityOf({ run, serial }: VerdictCase): QualityClaim | null {
  return serial && keepsQuality(run.points, serial.points, claimSettings(run.manifest).margin);
}

export const evidenceOf = ({ run: { points, chosen, manifest } }: VerdictCase) =>
  chosen && shownOnHeldOut(points, chosen.candidateHash, manifest);

/** The truth as the truths service assembles it. */
export function truthOf(one: VerdictCase): Truth {
  const { run, doubt } = one;
  return truthSentence({
    isContaminated: doubt?.code === 'contaminated',
    doubt: doubt?.sentence ?? null,
    ...{ failure: null, diagnosis: null, collapsedAt: null, isUnchanged: false, isSerial: false },
    gain: runGain(run.points),
    againstSerial: qualityOf(one),
    ...{ hardware: 'H100', practice: run.practice },
  });
}
