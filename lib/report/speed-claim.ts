/**
 * A parallel run against the serial baseline: how much sooner it reaches the same held-out score.
 *
 *     speedup = T_serial(s) / T_parallel(s)                                   (strategist A7)
 *
 *     s      the highest held-out score that both runs reached: the lower of their two best measurements
 *     T(s)   learning time (rulings E1) until a run's first measurement of at least s
 *
 * Without the same split, hardware and scorer there is no ratio; where only the practice model kept another pace there
 * is no word of time, and points and dollars are compared all the same. A speedup is claimed only where the run keeps the
 * serial run's quality (./claims/keeps-quality). Where it fails to, it is a regression however fast; where that is
 * undecided no ratio is claimed. The ratio never leaves this file without the price of a point. Knows nothing of readiness: whether the ratio may be used as a headline is asked there.
 */

import { claimSettings } from '@/lib/domain/claim-settings';
import { countWords } from '@/lib/domain/scored-count';
import { REGRESSION_RULE } from '@/lib/policy/rules/cost';
import { keepsQuality, type QualityClaim } from './claims/keeps-quality';
import { qualitySentence } from './claims/quality-words';
import { whyNoTimes, whyNotComparable } from './comparability';
import { type CostPerPoint, costPerPoint } from './cost-per-point';
import { learningTimes } from './learning-times';
import { paperBatchWarning } from './paper-batch-size';
import type { MeasuredPoint, RunRecord } from './run-record';
import { plural } from './strategy/words';

export type SpeedVerdict = 'speedup' | 'notFaster' | 'regression' | 'undecided' | 'notComparable';

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
  /** Whether the run keeps the serial run's quality, by which margin, and the difference of the two chosen prompts. */
  readonly quality: QualityClaim | null;
  /** Price of a point over its own original prompt, of the parallel run and (`serialCost`) of the baseline. */
  readonly cost: CostPerPoint | null;
  readonly serialCost: CostPerPoint | null;
  /** Notes that a reader needs to interpret the number. */
  readonly notes: readonly string[];
}

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
    return { ...withSerial, sentence: NEVER_MEASURED };
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
  quality: null,
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
  const quality = keepsQuality(parallel.points, serial.points, claimSettings(parallel.manifest).margin);
  if (quality === null) return { ...base, sentence: NEVER_MEASURED };
  const untimed = whyNoTimes(parallel.manifest, serial.manifest);
  const times = learningTimes({ record: parallel, end: own }, { record: serial, end: baseline });
  if (untimed !== null || times === null) return judgeUntimed({ ...base, quality }, quality, untimed ?? '');
  const { atScore, serialMs, parallelMs } = times;
  const measured = { ...base, quality, ...times };
  const ratio = serialMs > 0 && parallelMs > 0 ? serialMs / parallelMs : null;
  if (quality.answer === 'fails') {
    const said = ratio !== null && ratio > 1 ? REGRESSION_RULE.sentence : 'Worse on held-out, and no faster.';
    const sentence = `${said} ${qualitySentence(quality, times)}`;
    return { ...measured, verdict: 'regression', struckThrough: ratio, sentence };
  }
  if (quality.answer === 'undecided')
    return { ...measured, verdict: 'undecided', sentence: qualitySentence(quality) };
  if (ratio === null) {
    return {
      ...measured,
      sentence: `No training was needed to reach ${percent(atScore)}, so there is no time to compare.`,
    };
  }
  const where = `to reach ${percent(atScore)} on held-out (${countWords(own.score)})`;
  return ratio > 1
    ? {
        ...measured,
        ratio,
        verdict: 'speedup',
        sentence: `Learning takes ${timesWords(ratio)} less time ${where}.`,
      }
    : { ...measured, ratio, verdict: 'notFaster', sentence: `Learning takes no less time ${where}.` };
}

/** Points may be compared and times may not: quality is judged, and nothing is said of speed. */
function judgeUntimed(base: SpeedClaim, quality: QualityClaim, untimed: string): SpeedClaim {
  if (quality.answer === 'holds') return { ...base, sentence: untimed };
  const verdict = quality.answer === 'fails' ? 'regression' : 'undecided';
  return { ...base, verdict, sentence: `${qualitySentence(quality)} ${untimed}` };
}

const NEVER_MEASURED = 'One of the two runs was never measured on held-out.';

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

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
const timesWords = (ratio: number) => `${ratio.toFixed(1)} times`;
