import type { ExpectedScoring, TraceScoringView } from '@/lib/contracts/trace-scoring-shapes';
import { isScoringOver, type JudgeAgreement, type TraceEvaluatorKind } from '@/lib/domain/trace-scoring';
import { formatCount, formatUsd, NOT_KNOWN, plural } from './numbers';
import type { Tone } from './tone';

/** Scorings of traces in words: how far one is, its cost, and the agreement of a judge with people. */
export const EVALUATOR_KIND_WORDS: Readonly<Record<TraceEvaluatorKind, string>> = {
  http: 'HTTP evaluator',
  command: 'Program',
  judge: 'Judge',
};

export function scoringTitle({ purpose, evaluator }: TraceScoringView): string {
  return purpose === 'score' ? `Scoring by ${evaluator.name}` : `Comparing ${evaluator.name} with people`;
}

const STATES: Readonly<Record<TraceScoringView['state'], { readonly word: string; readonly tone: Tone }>> = {
  queued: { word: 'Waiting', tone: 'neutral' },
  working: { word: 'At work', tone: 'honey' },
  finished: { word: 'Done', tone: 'good' },
  failed: { word: 'Failed', tone: 'bad' },
  cancelled: { word: 'Cancelled', tone: 'neutral' },
};

/** A comparison that was finished is as good as its verdict. */
export function scoringState({ state, calibration }: TraceScoringView) {
  if (calibration === null || calibration.verdict === 'passed') return STATES[state];
  return { word: calibration.verdict === 'failed' ? 'Disagrees' : 'Undecided', tone: 'honey' as const };
}

/** Traces that are done, failures and cost, in one line. */
export function scoringProgress(scoring: TraceScoringView): string {
  const { planned, scored, failed, problem, calibration } = scoring;
  const parts = [
    `${formatCount(scored + failed)} of ${plural(planned, 'trace')}`,
    ...(failed > 0 ? [`${formatCount(failed)} without a score`] : []),
    costText(scoring),
  ];
  const end = [
    ...(calibration === null ? [] : [`${agreementText(calibration)}.`]),
    ...(isScoringOver(scoring) && problem !== null ? [problem.detail] : []),
  ];
  return [`${parts.join(', ')}.`, ...end].join(' ');
}

function costText({ calls, usd, unpriced }: TraceScoringView): string {
  if (calls === unpriced) return 'cost not known';
  return unpriced === 0
    ? formatUsd(usd)
    : `${formatUsd(usd)} and ${plural(unpriced, 'call')} of unknown cost`;
}

/** Spearman with its interval and n, and what is needed. */
export function agreementText({
  spearman,
  lower,
  upper,
  pairs,
  minPairs,
  spearmanMin,
}: JudgeAgreement): string {
  const over = `over ${plural(pairs, 'trace')}`;
  if (pairs < minPairs) return `Scores ${over}, and at least ${minPairs} are needed`;
  if (spearman === null) return `One side gave the same score ${over}: there is no order to compare`;
  const interval =
    lower === null || upper === null
      ? 'no interval'
      : `95 % interval ${lower.toFixed(2)} to ${upper.toFixed(2)}`;
  return `Spearman ${spearman.toFixed(2)} (${interval}) ${over}, at least ${spearmanMin.toFixed(2)} is needed`;
}

export function expectedCost({ usd }: ExpectedScoring): string {
  return usd === null ? NOT_KNOWN : `about ${formatUsd(usd)}`;
}

/** Where the forecast of a cost comes from. */
export function costBasis({ basis }: ExpectedScoring): string {
  if (basis === 'earlier') return 'The cost is that of earlier scorings by this evaluator.';
  if (basis === 'texts') return 'The cost follows from prices and the length of the traces.';
  return 'The cost is not known: the evaluator has reported none, or its model has no price.';
}
