import type { ConfirmationView } from '@/lib/contracts/confirmation';
import type { RunView } from '@/lib/contracts/run-shapes';
import type { Measurement } from '@/lib/domain/score';
import { describeHardware } from './number-origin';
import { describeMeasurement, formatCount, formatDuration, formatPoints, formatUsd, plural } from './numbers';
import type { Tone } from './tone';

/**
 * What an ended run did and whether to trust it, in sentences made of its numbers alone. Knows nothing of single
 * examples: the difference is the unpaired one, wider than the paired one of the comparison page.
 */
export interface OutcomeFacts {
  readonly run: Pick<
    RunView,
    'label' | 'status' | 'statusReason' | 'kind' | 'practice' | 'hardware' | 'summary'
  >;
  /** From the start to the end; null = not both are known. */
  readonly tookMs: number | null;
  /** The best of the newest finished serial baseline of the experiment; null = there is none. */
  readonly serialBest: Measurement | null;
  /** Iterations that collapsed; null = not known (yet). */
  readonly collapses: number | null;
  readonly confirmation: Pick<ConfirmationView, 'state' | 'result' | 'heldOutUses'> | null;
  /** Why the held-out of its split carries no headline; null = nothing stands against it. */
  readonly contamination: string | null;
}

export interface RunOutcome {
  readonly word: string;
  readonly tone: Tone;
  /** What it did. */
  readonly did: string;
  /** What it cost. */
  readonly cost: string;
  /** Whether the difference to the start, and to the serial baseline, is decided. */
  readonly decided: readonly string[];
  readonly warnings: readonly string[];
}

/** Measurements of held-out by all runs of a split from which on it is worth a word. */
const HELD_OUT_USES_MANY = 20;
const FAILED_SHARE_MANY = 0.05;

export function describeOutcome(facts: OutcomeFacts): RunOutcome {
  const { run, serialBest } = facts;
  const { seedScore, bestScore } = run.summary;
  const cost = costOf(facts);
  const warnings = warningsOf(facts);
  if (seedScore === null || bestScore === null || bestScore.n === 0)
    return {
      ...{ word: 'Nothing measured', tone: 'neutral', cost, decided: [], warnings },
      did: `“${run.label}” ${endWords(run)} before held-out was measured: nothing can be said of its prompts.`,
    };
  const gain = differenceOf(bestScore, seedScore);
  const confirmed = confirmationOf(facts);
  const isGain = gain.verdict === 'above';
  return {
    ...verdictOf(isGain, gain.verdict === 'below', confirmed?.isGain ?? null),
    did: `“${run.label}” ${endWords(run)}: held-out went from ${describeMeasurement(seedScore).whole} at the start to ${describeMeasurement(bestScore).whole} at its best, ${describeHardware(run)}.`,
    cost,
    decided: [
      `Against its start ${gain.words}`,
      ...(serialBest === null || run.kind === 'serialBaseline'
        ? []
        : [`Against the best of the serial baseline ${differenceOf(bestScore, serialBest).words}`]),
      ...(confirmed === null ? [] : [confirmed.words]),
    ],
    warnings,
  };
}

function verdictOf(
  isGain: boolean,
  isLoss: boolean,
  confirmed: boolean | null,
): { word: string; tone: Tone } {
  if (confirmed === false) return { word: 'Not confirmed', tone: 'bad' };
  if (confirmed === true) return { word: 'Confirmed gain', tone: 'good' };
  if (isGain) return { word: 'Gain, unconfirmed', tone: 'info' };
  return isLoss ? { word: 'Worse than its start', tone: 'bad' } : { word: 'Not decided', tone: 'neutral' };
}

/**
 * Newcombe's hybrid interval of a difference, from the two intervals: lower = d - sqrt((a - la)^2 + (ub - b)^2), upper
 * likewise. It takes the two as independent; on the same examples it is too wide rather than too narrow.
 */
function differenceOf(
  a: Measurement,
  b: Measurement,
): { verdict: 'above' | 'below' | 'zero'; words: string } {
  const mean = a.mean - b.mean;
  if (a.lower === null || a.upper === null || b.lower === null || b.upper === null)
    return { verdict: 'zero', words: `${formatPoints(mean)} (no interval): not decided.` };
  const lower = mean - Math.hypot(a.mean - a.lower, b.upper - b.mean);
  const upper = mean + Math.hypot(a.upper - a.mean, b.mean - b.lower);
  const span = `${formatPoints(mean)} (95 % ${formatPoints(lower)} to ${formatPoints(upper)}, unpaired)`;
  if (lower > 0) return { verdict: 'above', words: `${span}: the whole interval is above zero, decided.` };
  if (upper < 0) return { verdict: 'below', words: `${span}: the whole interval is below zero, decided.` };
  return { verdict: 'zero', words: `${span}: the interval includes zero, not decided.` };
}

function confirmationOf({ confirmation }: OutcomeFacts): { isGain: boolean; words: string } | null {
  const difference = confirmation?.state === 'scored' ? confirmation.result?.difference : undefined;
  if (difference === undefined) return null;
  const { mean, lower, upper, n } = difference;
  const isGain = lower !== null && lower > 0;
  const interval =
    lower === null || upper === null
      ? 'no interval'
      : `95 % ${formatPoints(lower)} to ${formatPoints(upper)}`;
  const said = isGain ? 'the gain is confirmed' : 'the gain is not confirmed';
  return {
    isGain,
    words: `On the sealed confirmation examples ${formatPoints(mean)} (${interval}, n = ${formatCount(n)}): ${said}.`,
  };
}

function endWords({ status, statusReason }: OutcomeFacts['run']): string {
  if (status === 'finished') return 'finished';
  const reason = statusReason === null ? '' : ` (${statusReason.replace(/\.$/u, '')})`;
  return `${status === 'failed' ? 'failed' : 'was stopped'}${reason}`;
}

function costOf({ run: { summary, practice }, tookMs }: OutcomeFacts): string {
  const took = tookMs === null ? '' : ` in ${formatDuration(tookMs)}`;
  const money = practice
    ? 'no real money (practice model)'
    : `${formatUsd(summary.spend.spendUsd)} paid (USD)`;
  return `${plural(summary.rollouts, 'training rollout')} and ${formatCount(summary.evaluationRollouts)} to measure${took}, ${money}.`;
}

function warningsOf({ run, collapses, confirmation, contamination }: OutcomeFacts): readonly string[] {
  const { failures, rollouts, evaluationRollouts, bestScore } = run.summary;
  const all = rollouts + evaluationRollouts;
  const isConfirmable = confirmation?.state === 'sealed' || confirmation?.state === 'spent';
  return [
    ...(contamination === null ? [] : [contamination]),
    ...(run.status === 'finished'
      ? []
      : ['It did not come to its planned end, so its best may not be the best it could reach.']),
    ...(collapses === null || collapses === 0
      ? []
      : [
          `Its candidates became near-copies of one another in ${plural(collapses, 'iteration')} (collapse).`,
        ]),
    ...(all > 0 && failures / all > FAILED_SHARE_MANY
      ? [`${formatCount(failures)} of ${plural(all, 'rollout')} gave no usable answer and count as wrong.`]
      : []),
    ...(bestScore !== null && isConfirmable
      ? ['Unconfirmed: held-out chose the best prompt, so its score flatters it a little.']
      : []),
    ...(confirmation !== null && confirmation.heldOutUses > HELD_OUT_USES_MANY
      ? [
          `Held-out of this split has been measured ${formatCount(confirmation.heldOutUses)} times by all runs.`,
        ]
      : []),
  ];
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

/** Only a baseline of the same experiment on the same hardware says anything about the run. */
export function serialBestOf(runs: readonly Listed[], run: Listed): Measurement | null {
  const baseline = runs.find(
    (other) =>
      other.id !== run.id &&
      other.kind === 'serialBaseline' &&
      other.status === 'finished' &&
      other.experimentId === run.experimentId &&
      other.practice === run.practice &&
      other.hardware === run.hardware,
  );
  return baseline?.summary.bestScore ?? null;
}
