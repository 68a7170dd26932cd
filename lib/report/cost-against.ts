/**
 * A prompt against the serial baseline, in points and in dollars: how much better it is on the
 * same held-out examples, and what a point more than serial cost. Where the two were measured on different splits or
 * different hardware there is a sentence and no number at all. Of time it says only what a loss has saved;
 * lib/report/speed-claim judges speed.
 *
 *     a point over serial = dollars of this run / (100 x paired gain over the baseline's chosen prompt)
 *
 * A parallel run often ends where the serial one did. That is "not distinguishable from zero" here, and then what tells
 * the two apart is what each paid for a point over the original prompt: both prices stand beside it.
 */

import { claimSettings } from '@/lib/domain/claim-settings';
import type { PairedDifference } from '@/lib/stats/paired-difference';
import { keepsQuality, type QualityClaim } from './claims/keeps-quality';
import { qualitySentence } from './claims/quality-words';
import { incomparable } from './comparability';
import { type CostPerPoint, costPerPoint } from './cost-per-point';
import { learningTimes } from './learning-times';
import type { MeasuredPoint, RunRecord } from './run-record';

export type AgainstSerial =
  | {
      readonly kind: 'compared';
      readonly baseline: Named;
      /** The run's chosen prompt minus the baseline's, corrected for both choices (./claims/keeps-quality). */
      readonly difference: PairedDifference;
      /** Whether it keeps the baseline's quality, by the margin that the run registered. */
      readonly quality: QualityClaim;
      /** Price of a point above the baseline's score. */
      readonly perPoint: CostPerPoint;
      /** Price of a point that the baseline paid for its gain over its own original prompt. */
      readonly serialPerPoint: CostPerPoint;
      readonly sentence: string;
    }
  | {
      readonly kind: 'notCompared';
      readonly baseline: Named | null;
      /** Why there is no number: SPLIT_MISMATCH, HARDWARE_MISMATCH or another. */
      readonly code: NotComparedCode;
      readonly sentence: string;
    };

export type NotComparedCode =
  | 'NO_BASELINE'
  | 'IS_BASELINE'
  | 'NOT_MEASURED'
  | NonNullable<ReturnType<typeof incomparable>>['code'];

interface Named {
  readonly runId: string;
  readonly label: string;
}

/** A run, and what it cost until the prompt that is compared. */
export interface Spent {
  readonly record: RunRecord;
  readonly end: MeasuredPoint | null;
  /** List price; null = not known. */
  readonly costUsd: number | null;
}

export function againstSerial(own: Spent, serial: Spent | null): AgainstSerial {
  if (own.record.manifest.kind === 'serialBaseline') {
    return none(null, 'IS_BASELINE', 'This is a serial baseline: others are compared with it.');
  }
  if (serial === null) {
    return none(null, 'NO_BASELINE', 'There is no finished serial baseline of this split to compare with.');
  }
  const baseline = { runId: serial.record.runId, label: serial.record.label };
  const fault = incomparable(own.record.manifest, serial.record.manifest);
  if (fault !== null) return none(baseline, fault.code, fault.sentence);
  if (own.end === null || serial.end === null || serial.record.gain === null) {
    return none(baseline, 'NOT_MEASURED', UNMEASURED);
  }
  const quality = keepsQuality(
    pointsUntil(own),
    serial.record.points,
    claimSettings(own.record.manifest).margin,
  );
  if (quality === null) return none(baseline, 'NOT_MEASURED', UNMEASURED);
  const { difference } = quality;
  const perPoint = costPerPoint(own.costUsd, difference);
  const times = learningTimes(
    { record: own.record, end: own.end },
    { record: serial.record, end: serial.end },
  );
  return {
    kind: 'compared',
    baseline,
    difference,
    quality,
    perPoint,
    serialPerPoint: costPerPoint(serial.costUsd, serial.record.gain),
    sentence: `${qualitySentence(quality, times)} ${PRICE_WORDS[perPoint.kind](perPoint)}`,
  };
}

/** Prompts among which this one was chosen: all points, or for a prompt overtaken later all points up to it. */
function pointsUntil({ record: { points, chosen }, end }: Spent): readonly MeasuredPoint[] {
  return end === null || end === chosen ? points : points.slice(0, points.indexOf(end) + 1);
}

const UNMEASURED = 'Of one of the two runs, no prompt that it learned was measured on held-out.';

function none(baseline: Named | null, code: NotComparedCode, sentence: string): AgainstSerial {
  return { kind: 'notCompared', baseline, code, sentence };
}

/** Sentence about the price of a point above serial, after the answer about quality. */
const PRICE_WORDS: Readonly<Record<CostPerPoint['kind'], (price: CostPerPoint) => string>> = {
  measured: ({ sentence }) => `Over serial: ${sentence}`,
  unpriced: ({ sentence }) => sentence,
  noImprovement: () => 'No improvement over serial, so a point over it has no price.',
  notDistinguishable: () =>
    'The improvement over serial is not distinguishable from zero, so a point over it has no price.',
};
