import type { CanaryDetail } from '@/lib/contracts/canary-shapes';
import { formatCount, formatDuration, formatPoints, formatScore, NOT_KNOWN, plural } from '../numbers';
import { VERDICT_WORDS } from './canary-words';
import { hoursWords, type PlanLine } from './plan-lines';

/** How far a canary is: time left, pairs still to come, what is missing. Moments come in as finished numbers. */
export function progressLines(canary: CanaryDetail): readonly PlanLine[] {
  const { plan, pairs, pairsLeft, pairsStillNeeded, hoursLeft, missing, scores, arms } = canary;
  return [
    ...shadowLine(canary),
    {
      term: arms === null ? 'Pairs so far' : 'Outcomes of this step',
      value:
        plan === null || canary.state !== 'shadow'
          ? formatCount(pairs)
          : `${formatCount(pairs)} of ${formatCount(plan.pairsPlanned)}`,
    },
    ...(pairsLeft === null ? [] : [{ term: 'Until the planned end', value: plural(pairsLeft, 'pair') }]),
    ...(canary.state !== 'shadow'
      ? []
      : [{ term: 'Still needed for a pass', value: neededWords(canary, pairsStillNeeded) }]),
    {
      term: 'Time left',
      value: hoursLeft === null ? NOT_KNOWN : hoursLeft <= 0 ? 'none' : hoursWords(hoursLeft),
    },
    {
      term: 'Mean scores',
      value:
        scores.challenger === null && scores.incumbent === null
          ? 'none yet'
          : `${formatScore(scores.challenger)} challenger, ${formatScore(scores.incumbent)} ${arms === null ? 'incumbent' : 'control'}`,
    },
    ...(arms === null
      ? [
          {
            term: 'Lost answers, scored 0',
            value: `${formatCount(missing.challenger)} challenger, ${formatCount(missing.incumbent)} incumbent`,
          },
        ]
      : [
          {
            term: 'Callers with an outcome',
            value: `${formatCount(arms.challenger)} challenger, ${formatCount(arms.control)} control`,
          },
        ]),
  ];
}

/** How the shadow ended, once a later stage counts anew. */
function shadowLine({ state, looks }: CanaryDetail): readonly PlanLine[] {
  const last = looks.findLast(({ stage }) => stage === 'shadow');
  if (last === undefined || state === 'shadow' || state === 'approval') return [];
  const { word } = VERDICT_WORDS[last.verdict];
  return [
    {
      term: 'Shadow',
      value: `${word} after ${plural(last.pairs, 'pair')} at ${formatPoints(last.difference)}`,
    },
  ];
}

function neededWords({ verdict }: CanaryDetail, pairs: number | null): string {
  if (verdict === null || verdict.lower === null) return 'not known before 200 pairs, 30 of them different';
  if (pairs === null) return 'they do not lead there as they are';
  return pairs === 0
    ? 'none, the bound is reached'
    : `about ${plural(pairs, 'pair')}, if they go on like this`;
}

export interface LatencyRow {
  readonly name: string;
  readonly incumbent: string;
  readonly challenger: string;
  readonly change: string;
  /** Unrounded, for a file. */
  readonly incumbentMs: number | null;
  readonly challengerMs: number | null;
}

/** Which requests were timed: those of the stage in which both prompts answered the same ones. */
export function latencySentence({ stage, pairs }: Pick<CanaryDetail['latency'], 'stage' | 'pairs'>): string {
  const where = stage === 'watch' ? 'the watch' : 'the shadow';
  return pairs === 0
    ? `No latency was measured in ${where}.`
    : `Measured in ${where}: ${plural(pairs, 'request')} that both prompts answered.`;
}

/** Latency side by side, on the same requests. */
export function latencyRows({ incumbent, challenger }: CanaryDetail['latency']): readonly LatencyRow[] {
  const row = (name: string, key: 'p50' | 'p95'): LatencyRow => ({
    name,
    incumbent: incumbent === null ? NOT_KNOWN : latencyWords(incumbent[key]),
    challenger: challenger === null ? NOT_KNOWN : latencyWords(challenger[key]),
    change:
      incumbent === null || challenger === null || incumbent[key] <= 0
        ? NOT_KNOWN
        : changeWords(challenger[key] / incumbent[key] - 1),
    incumbentMs: incumbent?.[key] ?? null,
    challengerMs: challenger?.[key] ?? null,
  });
  return [row('Half within', 'p50'), row('95 % within', 'p95')];
}

/** Whole milliseconds as long as a reader can take them in: tenths of a second would hide what is compared here. */
const latencyWords = (ms: number) => (ms < 10_000 ? `${formatCount(ms)} ms` : formatDuration(ms));

function changeWords(change: number): string {
  const percent = (Math.abs(change) * 100).toFixed(1);
  if (percent === '0.0') return 'the same';
  return `${percent} % ${change > 0 ? 'slower' : 'faster'}`;
}
