/**
 * The locked serial record as numbers (strategist A11): what the relative defaults of a parallel run are relative to.
 *
 *     plateau               the last w measurements, where the diagnosis found them flat; w is the diagnosis's own
 *     rollouts to converge  training rollouts up to the first measurement of the plateau
 *     converged score       mean over the plateau's measurements
 *
 * Knows nothing of who asks. Costs no call.
 */

import type { Measurement } from '@/lib/domain/score';
import { withMissing } from '@/lib/domain/scored-count';
import type { SerialRecord } from '@/lib/domain/serial-record';
import { measure } from '@/lib/stats/mean-interval';
import { meanByExample, pairById } from '@/lib/stats/paired-scores';
import type { MeasuredPoint, RunRecord } from './run-record';

export interface SerialFinding {
  readonly verdict: 'go' | 'noGo' | 'undecided';
  readonly reason: string;
  readonly finding: string;
  readonly window: number;
}

export function serialRecordOf(record: RunRecord, diagnosis: SerialFinding | null): SerialRecord {
  const { manifest, original, chosen } = record;
  const plateau = plateauOf(record, diagnosis);
  return {
    runId: record.runId,
    label: record.label,
    taskId: manifest.task.id,
    registrationId: manifest.split.registrationId,
    method: manifest.method.name,
    version: manifest.method.version,
    verdict: diagnosis?.verdict ?? null,
    reason: diagnosis?.reason ?? null,
    // A plateau before the first rollout took none, which is no number to take a budget from.
    rolloutsToConverge: plateau?.start.rollouts || null,
    convergedScore: plateau?.score.mean ?? null,
    baselineScore: original?.score.mean ?? null,
    heldOutExamples: manifest.split.counts.heldOut,
    discordance: original && chosen ? changedShare(original, chosen) : null,
    models: manifest.models,
    practice: record.practice,
  };
}

export interface Plateau {
  /** Its first measurement. */
  readonly start: MeasuredPoint;
  /** Each example's mean over the plateau, and their mean with its interval. */
  readonly score: Measurement;
  readonly measurements: number;
}

/** Flat measurements, above the original prompt or not: what is not flat has no plateau to speak of. */
export function plateauOf(
  { points }: Pick<RunRecord, 'points'>,
  diagnosis: Pick<SerialFinding, 'finding' | 'window'> | null,
): Plateau | null {
  const isFlat = diagnosis?.finding === 'plateauAbove' || diagnosis?.finding === 'plateauNotAbove';
  // A window of 0 was not recorded; `slice(-0)` would return the whole list.
  const flat = isFlat && diagnosis.window > 0 ? points.slice(-diagnosis.window) : [];
  const [start] = flat;
  if (start === undefined) return null;
  const score = measure(meanByExample(flat).scores);
  const missing = start.exampleIds.length - score.n;
  return { start, score: withMissing(score, missing), measurements: flat.length };
}

function changedShare(before: MeasuredPoint, after: MeasuredPoint): number | null {
  const pairs = pairById(before, after);
  return pairs.length === 0 ? null : pairs.filter((pair) => pair.after !== pair.before).length / pairs.length;
}
