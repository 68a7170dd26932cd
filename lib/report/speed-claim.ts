/**
 * A parallel run against the serial baseline: how much sooner it reaches the same held-out score.
 *
 *     speedup = T_serial(s) / T_parallel(s)                                   (strategist A7)
 *
 *     s      the highest held-out score that both runs reached: the lower of their two best measurements
 *     T(s)   learning time (rulings E1) until a run's first measurement of at least s
 *
 * Without the same split, hardware and scorer there is no ratio; where only the practice model kept another pace there
 * is no word of time, and points and dollars are compared all the same. A run that gives up held-out points for its time is a
 * regression and no speedup, however fast. The ratio never leaves this file without the price of a point
 * beside it. Knows nothing of readiness: whether the ratio may be used as a headline is asked there.
 */
import { REGRESSION_RULE } from '@/lib/policy/rules/cost';
import type { PairedDifference } from '@/lib/stats/paired-difference';
import { pairedGain } from '@/lib/stats/paired-scores';
import { whyNoTimes, whyNotComparable } from './comparability';
import { type CostPerPoint, costPerPoint } from './cost-per-point';
import { paperBatchWarning } from './paper-batch-size';
import type { MeasuredPoint, RunRecord } from './run-record';
import { plural } from './strategy/words';

export type SpeedVerdict = 'speedup' | 'notFaster' | 'regression' | 'notComparable';

export interface SpeedClaim {
  readonly verdict: SpeedVerdict;
  readonly sentence: string;
  /** Set only where the verdict is `speedup` or `notFaster`. */
  readonly ratio: number | null;
  /** The ratio that a regression would have claimed: shown struck through, never used. */
  readonly struckThrough: number | null;
  /** s, and the learning time of each run until it. */
  readonly atScore: number | null;
  readonly serialMs: number | null;
  readonly parallelMs: number | null;
  /** Chosen prompt of the parallel run minus that of the serial run, paired by example. */
  readonly difference: PairedDifference | null;
  /** Of the parallel run over its own original prompt, and the same of the baseline. */
  readonly cost: CostPerPoint | null;
  readonly serialCost: CostPerPoint | null;
  /** What a reader has to know beside the number. */
  readonly notes: readonly string[];
}

/** A loss up to a point, mean of the pairs, is taken for none, as in the sweep of batch sizes. */
const LOSS_ALLOWED = 0.01;

export function speedClaim(parallel: RunRecord, serial: RunRecord | null): SpeedClaim {
  const cost = costOf(parallel);
  const nothing = { ...NOTHING, cost, notes: notesOn(parallel, serial) };
  if (serial === null) {
    return { ...nothing, sentence: 'There is no finished serial baseline of the same split and hardware.' };
  }
  const withSerial = { ...nothing, serialCost: costOf(serial) };
  const difference = whyNotComparable(parallel.manifest, serial.manifest);
  if (difference !== null) return { ...withSerial, sentence: difference };
  if (!parallel.chosen || !serial.chosen) {
    return { ...withSerial, sentence: 'One of the two runs was never measured on held-out.' };
  }
  return judge(withSerial, { parallel, serial, ends: [parallel.chosen, serial.chosen] });
}

const NOTHING: SpeedClaim = {
  verdict: 'notComparable',
  sentence: '',
  ratio: null,
  struckThrough: null,
  atScore: null,
  serialMs: null,
  parallelMs: null,
  difference: null,
  cost: null,
  serialCost: null,
  notes: [],
};

interface Both {
  readonly parallel: RunRecord;
  readonly serial: RunRecord;
  /** The chosen measurement of each, parallel first. */
  readonly ends: readonly [MeasuredPoint, MeasuredPoint];
}

function judge(base: SpeedClaim, { parallel, serial, ends }: Both): SpeedClaim {
  const [own, baseline] = ends;
  const difference = pairedGain(baseline, own);
  const untimed = whyNoTimes(parallel.manifest, serial.manifest);
  if (untimed !== null) return judgeUntimed({ ...base, difference }, difference, untimed);
  const atScore = Math.min(own.score.mean, baseline.score.mean);
  const serialMs = learningToReach(serial, atScore);
  const parallelMs = learningToReach(parallel, atScore);
  const measured = { ...base, difference, atScore, serialMs, parallelMs };
  const ratio = serialMs > 0 && parallelMs > 0 ? serialMs / parallelMs : null;
  if (losesPoints(difference)) {
    const said = ratio !== null && ratio > 1 ? REGRESSION_RULE.sentence : 'Worse on held-out, and no faster.';
    return {
      ...measured,
      verdict: 'regression',
      struckThrough: ratio,
      sentence: `${said} ${lossWords(difference)}`,
    };
  }
  if (ratio === null) {
    return {
      ...measured,
      sentence: `No training was needed to reach ${percent(atScore)}, so there is no time to compare.`,
    };
  }
  const where = `to reach ${percent(atScore)} on held-out (n = ${own.score.n})`;
  return ratio > 1
    ? {
        ...measured,
        ratio,
        verdict: 'speedup',
        sentence: `Learning takes ${times(ratio)} less time ${where}.`,
      }
    : { ...measured, ratio, verdict: 'notFaster', sentence: `Learning takes no less time ${where}.` };
}

/** Points may be compared and times may not: a loss is still a loss, and nothing is said of speed. */
function judgeUntimed(base: SpeedClaim, difference: PairedDifference, untimed: string): SpeedClaim {
  if (!losesPoints(difference)) return { ...base, sentence: untimed };
  return {
    ...base,
    verdict: 'regression',
    sentence: `Worse on held-out. ${lossWords(difference)} ${untimed}`,
  };
}

function lossWords(difference: PairedDifference): string {
  return `It loses ${points(difference.mean)} on held-out (${interval(difference)}, n = ${difference.n}).`;
}

/** Lost beyond what is allowed on average, or lost for certain: the whole interval lies below zero. */
function losesPoints({ mean, upper }: PairedDifference): boolean {
  return mean < -LOSS_ALLOWED || (upper !== null && upper < 0);
}

/** T(s): 0 when the original prompt has the score already. */
function learningToReach(record: RunRecord, score: number): number {
  return record.points.find((point) => point.score.mean >= score)?.learningMs ?? 0;
}

function costOf(record: RunRecord): CostPerPoint | null {
  return record.gain === null ? null : costPerPoint(record.costUsd, record.gain);
}

function notesOn(parallel: RunRecord, serial: RunRecord | null): string[] {
  const notes: string[] = [];
  for (const record of [parallel, ...(serial ? [serial] : [])]) {
    if (record.taintedIterations > 0) {
      notes.push(
        `${record.taintedIterations} of ${plural(record.iterations, 'iteration')} of "${record.label}" ${record.taintedIterations === 1 ? 'was' : 'were'} cut short; they count at the pace of the others.`,
      );
    }
  }
  const { batch, models } = parallel.manifest;
  const copied = paperBatchWarning(batch, models.serving.hardware);
  if (copied !== null) notes.push(copied);
  if (parallel.practice || serial?.practice) notes.push('These times are those of the practice model.');
  return notes;
}

const points = (share: number) => `${Math.abs(share * 100).toFixed(1)} points`;
const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
const times = (ratio: number) => `${ratio.toFixed(1)} times`;
const interval = ({ lower, upper }: PairedDifference) =>
  lower === null || upper === null ? 'no interval' : `95 % ${bound(lower)} to ${bound(upper)}`;
const bound = (share: number) => `${share < 0 ? '−' : ''}${Math.abs(share * 100).toFixed(1)}`;
