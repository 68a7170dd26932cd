import type { RunView } from '@/lib/contracts/run-shapes';
import { gainAnswer } from '@/lib/domain/claim-answer';
import type { ClaimAnswer } from '@/lib/domain/claim-settings';
import { countWords } from '@/lib/domain/scored-count';
import { gainWords } from './gain-words';
import { describeHardware } from './number-origin';
import {
  describeMeasurement,
  formatCount,
  formatDuration,
  formatPoints,
  formatSpan,
  formatUsd,
  plural,
} from './numbers';
import { NOTHING_MEASURED, type OutcomeVerdict, outcomeVerdict } from './outcome-verdict';
import { type DoubtFacts, outcomeWarnings } from './outcome-warnings';

/**
 * Result of an ended run and whether to trust it, in sentences made of its numbers alone, for a reader of nothing
 * else: a term of this product comes with its meaning. Knows nothing of single examples; a paired comparison
 * is passed in as a difference.
 */
export interface OutcomeFacts extends DoubtFacts {
  readonly run: Pick<
    RunView,
    'label' | 'experimentName' | 'status' | 'statusReason' | 'kind' | 'practice' | 'hardware' | 'summary'
  >;
  /** From the start to the end; null = not both are known. */
  readonly tookMs: number | null;
}

export interface RunOutcome extends OutcomeVerdict {
  /** Work that the run did, in words. */
  readonly did: string;
  /** Cost of the run, in words. */
  readonly cost: string;
  /** Whether the difference to the start, and to the serial baseline, is decided. */
  readonly decided: readonly string[];
  readonly warnings: readonly string[];
}

/** Explanation of the brackets after every number, shown once. */
export const BRACKETS =
  'In brackets: the 95 % interval, where the true value lies in 95 of 100 such measurements, and n, the number of examples behind it. A pt is a percentage point.';

export function describeOutcome(facts: OutcomeFacts): RunOutcome {
  const { run, truth } = facts;
  const { seedScore, bestScore } = run.summary;
  const cost = costOf(facts);
  const warnings = outcomeWarnings(facts);
  if (seedScore === null || bestScore === null || bestScore.n === 0)
    return {
      ...{ ...NOTHING_MEASURED, cost, decided: [], warnings },
      did: `${nameOf(run)} ${endWords(run)} before a prompt was scored on held-out: nothing can be said of its prompts.`,
    };
  const gain = gainWords(truth?.gain ?? null);
  const serial = truth?.againstSerial ?? null;
  const confirmed = confirmationOf(facts);
  const isUnbeaten = bestScore.mean <= seedScore.mean;
  // The paired difference of an unbeaten original prompt is that of the last one, which is all that there is to compare.
  const compared =
    isUnbeaten && truth?.gain
      ? 'Its last prompt against its original one'
      : 'Its best prompt against its original one';
  const verdict = outcomeVerdict({
    gain: gain.answer,
    serial,
    confirmed: confirmed?.isGain ?? null,
    isContaminated: facts.contamination !== null,
    hasCollapsed: (facts.collapses ?? 0) > 0,
    confirmation: facts.confirmation?.state ?? null,
  });
  return {
    ...verdict,
    did: `${nameOf(run)} ${endWords(run)}. On the held-out examples, from which nothing is learned, its original prompt scores ${describeMeasurement(seedScore).whole}; ${isUnbeaten ? 'no later one was better' : `its best one ${describeMeasurement(bestScore).whole}`}, ${describeHardware(run)}.`,
    cost,
    decided: [
      `${compared}: ${gain.words}`,
      // Said once: a loss to the serial baseline, or a doubt of one, is in the answer already.
      ...(serial === null || verdict.answer.includes(serial.sentence)
        ? []
        : [`Against the serial baseline, the same learning one example at a time: ${serial.sentence}`]),
      ...(confirmed === null ? [] : [confirmed.words]),
    ],
    warnings,
  };
}

function confirmationOf({ confirmation }: OutcomeFacts): { isGain: boolean; words: string } | null {
  const difference = confirmation?.state === 'scored' ? confirmation.result?.difference : undefined;
  if (difference === undefined) return null;
  const { mean } = difference;
  const answer = gainAnswer(difference);
  const isGain = answer === 'holds';
  return {
    isGain,
    words: `On the sealed confirmation examples, opened once and for this prompt only: ${formatPoints(mean)} (${formatSpan(difference)}, paired, ${countWords(difference)}): ${CONFIRMED_WORDS[answer]}.`,
  };
}

const CONFIRMED_WORDS: Readonly<Record<ClaimAnswer, string>> = {
  holds: 'the gain holds and is confirmed',
  fails: 'the gain fails and is not confirmed',
  undecided: 'undecided, so the gain is not confirmed',
};

const KINDS: Readonly<Record<RunView['kind'], string>> = {
  combee: 'parallel run',
  serialBaseline: 'serial baseline, one example at a time,',
  comparisonPoint: 'comparison run',
  exploratory: 'exploratory parallel run',
  evaluation: 'scoring of one prompt',
};

function nameOf({ label, kind, experimentName }: OutcomeFacts['run']): string {
  return `“${label}” (${KINDS[kind]} of “${experimentName}”)`;
}

function endWords({ status, statusReason }: OutcomeFacts['run']): string {
  if (status === 'finished') return 'finished';
  const reason = statusReason === null ? '' : ` (${statusReason.replace(/\.$/u, '')})`;
  return `${status === 'failed' ? 'failed' : 'was stopped'}${reason}`;
}

function costOf({ run: { summary, practice }, tookMs }: OutcomeFacts): string {
  const took = tookMs === null ? '' : ` in ${formatDuration(tookMs)}`;
  const money = practice
    ? 'no real money (the practice model is a stand-in on this machine)'
    : summary.spend.spendUsd === null
      ? 'an unknown amount paid (a model has no price)'
      : `${formatUsd(summary.spend.spendUsd)} paid (USD)`;
  return `It took ${plural(summary.rollouts, 'rollout')} (one answer to one example) to learn and ${formatCount(summary.evaluationRollouts)} to measure${took}, ${money}.`;
}

type Listed = Pick<
  RunView,
  'id' | 'experimentId' | 'kind' | 'status' | 'practice' | 'hardware' | 'summary' | 'endedAt'
>;

/** The ended run that the overview speaks of: the one that ended last; scoring a prompt again is no run of its own. */
export function newestOutcome<Run extends Listed>(runs: readonly Run[]): Run | null {
  const ended = runs.filter(({ kind, endedAt }) => kind !== 'evaluation' && endedAt !== null);
  // Times on the wire are all of one form, so their texts sort as they do.
  const [newest] = [...ended].sort((a, b) => (b.endedAt ?? '').localeCompare(a.endedAt ?? ''));
  return newest ?? null;
}
