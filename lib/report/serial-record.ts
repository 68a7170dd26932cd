/**
 * The locked serial record as numbers (strategist A11): what the relative defaults of a parallel run are relative to.
 *
 *     plateau               the last w measurements, where the diagnosis found them flat; w is the diagnosis's own
 *     rollouts to converge  rollouts R of the run, up to the first measurement of the plateau:
 *                           R * (examples seen there) / (examples seen in all)
 *     converged score       mean over the plateau's measurements
 *
 * Knows nothing of who asks. Costs no call.
 */
import type { SerialRecord } from '@/lib/domain/serial-record';
import { pairById } from './paired-scores';
import type { MeasuredPoint, RunRecord } from './run-record';

export interface SerialFinding {
  readonly verdict: 'go' | 'noGo' | 'undecided';
  readonly reason: string;
  readonly finding: string;
  readonly window: number;
}

export function serialRecordOf(record: RunRecord, diagnosis: SerialFinding | null): SerialRecord {
  const { manifest, original, chosen } = record;
  const plateau = plateauOf(record.points, diagnosis);
  return {
    runId: record.runId,
    label: record.label,
    taskId: manifest.task.id,
    registrationId: manifest.split.registrationId,
    method: manifest.method.name,
    version: manifest.method.version,
    verdict: diagnosis?.verdict ?? null,
    reason: diagnosis?.reason ?? null,
    rolloutsToConverge: plateau[0] ? rolloutsUntil(plateau[0], record) : null,
    convergedScore: meanOf(plateau.map(({ score }) => score.mean)),
    baselineScore: original?.score.mean ?? null,
    heldOutExamples: manifest.split.counts.heldOut,
    discordance: original && chosen ? changedShare(original, chosen) : null,
    models: manifest.models,
    practice: record.practice,
  };
}

/** Flat measurements, above the original prompt or not: what is not flat has no plateau to speak of. */
function plateauOf(points: readonly MeasuredPoint[], diagnosis: SerialFinding | null) {
  const isFlat = diagnosis?.finding === 'plateauAbove' || diagnosis?.finding === 'plateauNotAbove';
  // A window of 0 is one that nobody kept; the last 0 of a list would be all of it.
  return isFlat && diagnosis.window > 0 ? points.slice(-diagnosis.window) : [];
}

function rolloutsUntil(point: MeasuredPoint, { points, rollouts }: RunRecord): number | null {
  const seen = points.at(-1)?.trainExamplesSeen ?? 0;
  return seen === 0 ? null : Math.max(1, Math.round((rollouts * point.trainExamplesSeen) / seen));
}

function changedShare(before: MeasuredPoint, after: MeasuredPoint): number | null {
  const { a, b } = pairById(before, after);
  return a.length === 0 ? null : a.filter((score, index) => score !== b[index]).length / a.length;
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
