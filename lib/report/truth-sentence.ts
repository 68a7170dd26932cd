/**
 * The one sentence at the top of an experiment or a run: its most important truth, pleasant or not. Pure:
 * facts in, one sentence out, in a fixed order of precedence. Reads no stores and computes no statistics
 * itself.
 */

import { gainAnswer } from '@/lib/domain/claim-answer';
import { TRUTH_ORDER, type TruthKind, type TruthTone } from '@/lib/domain/truth';
import type { PairedDifference } from '@/lib/stats/paired-difference';
import type { QualityClaim } from './claims/keeps-quality';
import { marginWords } from './claims/quality-words';
import { gained, gainedShort } from './gained-words';
import { type LearningTimes, savedWords } from './learning-times';

export interface TruthFacts {
  /** Held-out was used for tuning, according to the person who registered the split (R-053). */
  readonly isContaminated: boolean;
  /** Another reason why its scores are no headline: superseded, or its judge failed; null = no doubt. */
  readonly doubt?: string | null;
  /** Why the run failed; null if it did not. */
  readonly failure: string | null;
  /** The newest valid serial diagnosis; null if there is none. */
  readonly diagnosis: TruthDiagnosis | null;
  /** Counted from 1; null if no iteration collapsed. */
  readonly collapsedAt: number | null;
  /** The best prompt over the original one (./claims/run-gain); null before both were measured. */
  readonly gain: PairedDifference | null;
  /** Whether it keeps the quality of the serial baseline; null if there is no baseline or the run is one. */
  readonly againstSerial: QualityClaim | null;
  /** Times of both runs to the score that both reached; null if the times may not be compared. */
  readonly times?: LearningTimes | null;
  /** The run ended with the original prompt as its best, so that no second prompt was measured. */
  readonly isUnchanged: boolean;
  /** Whether the gain is the serial run's own rather than a parallel run's. */
  readonly isSerial: boolean;
  readonly hardware: string | null;
  readonly practice: boolean;
}

export interface TruthDiagnosis {
  readonly verdict: 'go' | 'noGo' | 'undecided';
  /** As the convergence rule names it; null in diagnoses that were kept without it. */
  readonly finding: string | null;
}

export interface Truth {
  readonly kind: TruthKind;
  readonly tone: TruthTone;
  /** One sentence, with n, interval and hardware if it holds a number. */
  readonly sentence: string;
  /**
   * A short form for a table row, which shows hardware and practice itself; a number keeps its interval and
   * n.
   */
  readonly short: string;
}

const TONES: Readonly<Record<TruthKind, TruthTone>> = {
  contaminated: 'bad',
  inDoubt: 'bad',
  failed: 'bad',
  noPlateau: 'honey',
  plateauNotAbove: 'bad',
  collapsed: 'honey',
  worse: 'bad',
  notDistinguishable: 'honey',
  belowSerial: 'honey',
  serialUndecided: 'honey',
  gain: 'good',
  unchanged: 'honey',
  undecided: 'honey',
  go: 'good',
  notMeasured: 'neutral',
};

export function truthSentence(facts: TruthFacts): Truth {
  const kind = TRUTH_ORDER.find((one) => HOLDS[one](facts)) ?? 'notMeasured';
  const sentence = `${SAYS[kind](facts)}${origin(kind, facts)}.`;
  return { kind, tone: TONES[kind], sentence, short: SAYS_SHORT[kind](facts) };
}

type Asked = Readonly<Record<TruthKind, (facts: TruthFacts) => boolean>>;

const HOLDS: Asked = {
  contaminated: ({ isContaminated }) => isContaminated,
  inDoubt: ({ doubt }) => (doubt ?? null) !== null,
  failed: ({ failure }) => failure !== null,
  noPlateau: ({ diagnosis }) =>
    diagnosis !== null &&
    diagnosis.verdict !== 'go' &&
    ['stillRising', 'falling', 'tooFewMeasurements'].includes(diagnosis.finding ?? ''),
  plateauNotAbove: ({ diagnosis }) =>
    diagnosis?.verdict === 'noGo' && !['stillRising', 'falling'].includes(diagnosis.finding ?? ''),
  collapsed: ({ collapsedAt }) => collapsedAt !== null,
  worse: ({ gain }) => gainAnswer(gain) === 'fails',
  notDistinguishable: ({ gain }) => gain !== null && gainAnswer(gain) === 'undecided',
  belowSerial: ({ gain, againstSerial }) => isAbove(gain) && againstSerial?.answer === 'fails',
  serialUndecided: ({ gain, againstSerial }) => isAbove(gain) && againstSerial?.answer === 'undecided',
  // A diagnosis is made from the serial run: if it is undecided, so is the value of the run's gain.
  gain: ({ gain, diagnosis, isSerial }) => isAbove(gain) && !(isSerial && diagnosis?.verdict === 'undecided'),
  unchanged: ({ isUnchanged }) => isUnchanged,
  undecided: ({ diagnosis }) => diagnosis?.verdict === 'undecided',
  go: ({ diagnosis }) => diagnosis?.verdict === 'go',
  notMeasured: () => true,
};

const SAYS: Readonly<Record<TruthKind, (facts: TruthFacts) => string>> = {
  contaminated: ({ gain }) =>
    `Held-out is contaminated: these examples were used to tune before, so ${
      gain === null ? 'no score on them counts' : `its ${gained(gain)} is no result`
    }`,
  inDoubt: ({ doubt }) => `Its score is no result: ${withoutDot(doubt ?? '')}`,
  failed: ({ failure }) => `It failed and gives no result: ${withoutDot(failure ?? '')}`,
  noPlateau: ({ diagnosis }) =>
    diagnosis?.finding === 'falling'
      ? 'No plateau: the serial curve falls, so a parallel run would lose faster'
      : diagnosis?.finding === 'stillRising'
        ? 'No plateau: the serial curve still rises, so add serial rollouts before anything runs in parallel'
        : 'No plateau yet: too few serial measurements, so add serial rollouts before anything runs in parallel',
  plateauNotAbove: ({ diagnosis }) =>
    diagnosis?.finding === 'plateauNotAbove'
      ? 'The plateau is not above the original prompt: switch the method or fix the metric before scaling'
      : 'No-go: an older diagnosis, which did not keep its reason, forbids a parallel run; diagnose anew',
  collapsed: ({ collapsedAt, gain }) =>
    `Diversity collapsed at iteration ${collapsedAt}: from there on it batched and did not learn${
      gain === null ? '' : `, so its ${gained(gain)} came before or by copies`
    }`,
  worse: ({ gain }) => `Worse than the original prompt: ${gained(gain)}`,
  notDistinguishable: ({ gain }) => `The change is not distinguishable from zero: ${gained(gain)}`,
  belowSerial: ({ gain, againstSerial, times }) =>
    `Below serial learning by more than ${margin(againstSerial)}, so its prompt is not the one to take: ${gained(againstSerial?.difference)} against the serial run, though ${gained(gain)} over the original prompt${times ? `; it ${savedWords(times)}` : ''}`,
  serialUndecided: ({ gain, againstSerial }) =>
    `Better than the original prompt: ${gained(gain)}; undecided whether it keeps the serial score within ${margin(againstSerial)}: ${gained(againstSerial?.difference)}`,
  gain: ({ gain, diagnosis, isSerial, againstSerial }) =>
    `${diagnosis?.verdict === 'go' ? 'Go' : 'Better than the original prompt'}: ${gained(gain)} ${
      isSerial ? 'by the serial run' : 'over the original prompt'
    }${againstSerial === null ? '' : `; keeps the serial score within ${margin(againstSerial)}`}`,
  unchanged: () => 'Nothing was gained: the original prompt is still the best that was found',
  undecided: ({ gain }) =>
    isAbove(gain)
      ? `Better than the original prompt: ${gained(gain)}; undecided whether the curve is flat, so nothing runs in parallel yet`
      : 'Undecided: the serial curve shows neither a plateau above the original prompt nor the lack of one, so nothing runs in parallel yet',
  go: () =>
    'Go: the serial run has a plateau above the original prompt; what a parallel run gains is known when it has ended',
  notMeasured: () => 'Not yet measured: nothing can be said about it',
};

const SAYS_SHORT: Readonly<Record<TruthKind, (facts: TruthFacts) => string>> = {
  contaminated: () => 'Held-out is contaminated',
  inDoubt: () => 'Score not valid',
  failed: () => 'Failed, no result',
  noPlateau: () => 'No plateau',
  plateauNotAbove: ({ diagnosis }) =>
    diagnosis?.finding === 'plateauNotAbove' ? 'Plateau not above the original prompt' : 'No-go',
  collapsed: ({ collapsedAt }) => `Diversity collapsed at iteration ${collapsedAt}`,
  worse: ({ gain }) => `Worse: ${gainedShort(gain)}`,
  notDistinguishable: ({ gain }) => `Not distinguishable from zero: ${gainedShort(gain)}`,
  belowSerial: ({ againstSerial }) => `Below serial learning: ${gainedShort(againstSerial?.difference)}`,
  serialUndecided: ({ gain }) => `Better, serial undecided: ${gainedShort(gain)}`,
  gain: ({ gain }) => `Gain: ${gainedShort(gain)}`,
  unchanged: () => 'The original prompt is still the best',
  undecided: () => 'Undecided',
  go: () => 'Diagnosis: go. What a parallel run gains is not known yet',
  notMeasured: () => 'Not yet measured',
};

const margin = (claim: QualityClaim | null) => marginWords(claim?.margin ?? 0);

const isAbove = (gain: PairedDifference | null) => gainAnswer(gain) === 'holds';

/** The source of its numbers; a sentence without numbers needs only the practice label. */
function origin(kind: TruthKind, { hardware, practice, gain }: TruthFacts): string {
  if (kind === 'notMeasured' || kind === 'failed' || kind === 'inDoubt')
    return practice ? ' (practice model)' : '';
  const place = gain === null || hardware === null ? '' : hardware;
  if (practice && !/practice model/i.test(place)) {
    return place === '' ? ' (practice model)' : `, hardware: ${place} (practice model)`;
  }
  return place === '' ? '' : `, hardware: ${place}`;
}

const withoutDot = (text: string) =>
  text
    .trim()
    .replace(/[.!?]+$/, '')
    .replaceAll(/[.!?]\s+/g, '; ');
