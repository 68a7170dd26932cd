import type { FactData } from '@/lib/domain/ledger-entry';
import type { RunManifest } from '@/lib/domain/manifest';
import type { DiagnosisPoint, DiagnosisScope, SerialDiagnosis } from '@/lib/domain/serial-diagnosis';
import { type ConvergenceVerdict, decideConvergence } from '@/lib/evaluation/convergence';
import { scoredByAll } from '@/lib/stats/scored-by-all';
import { readEntries } from '@/server/events/read-events';
import type { DiagnosedRun } from '@/server/repositories/diagnoses';

/** A serial run of ours as its diagnosis sees it: the measured curve, what it holds for, and what the rule says of it. */
type Measured = FactData['heldOut.measured'];

/** More than any run measures; a curve beyond it is drawn to here. */
const MEASUREMENTS_MAX = 10_000;

/** Cut short by a cap, a measurement lacks some of the examples, and decides nothing. */
export async function readSerialCurve(runId: string): Promise<readonly Measured[]> {
  const filter = { type: 'heldOut.measured' };
  const entries = await readEntries(runId, 0, { limit: MEASUREMENTS_MAX, filter });
  return entries.map(({ data }) => data as Measured).filter(({ incomplete }) => incomplete === undefined);
}

export function judgeCurve(curve: readonly Measured[], look: number): ConvergenceVerdict {
  const rows = scoredByAll(curve.map(({ scores }) => scores));
  const measurements = curve.map(({ trainExamplesSeen }, at) => ({
    trainExamplesSeen,
    scores: rows[at] ?? [],
  }));
  return decideConvergence(measurements, undefined, look);
}

interface Found {
  readonly id: string;
  readonly madeAt: Date;
  readonly run: DiagnosedRun;
  readonly curve: readonly Measured[];
}

/** Everything but the verdict. */
export function contentOfRun({
  id,
  madeAt,
  run,
  curve,
}: Found): Omit<SerialDiagnosis, 'verdict' | 'finding' | 'reason' | 'alternatives' | 'decision'> {
  return {
    id,
    madeAt: madeAt.toISOString(),
    source: { kind: 'run', runId: run.id, label: run.label, seed: run.seed },
    scope: scopeOf(run.manifest as unknown as RunManifest, run.practice),
    curve: { unit: 'examples', points: curve.map(pointOf) },
  };
}

function pointOf({ trainExamplesSeen, score: { mean, lower, upper, n } }: Measured): DiagnosisPoint {
  return { seen: trainExamplesSeen, score: mean, lower, upper, n };
}

function scopeOf({ task, split, method, models }: RunManifest, practice: boolean): DiagnosisScope {
  return {
    task: task.name,
    splitHash: split.hash,
    heldOutExamples: split.counts.heldOut,
    method: `${method.name} ${method.version}`,
    hardware: Object.entries(models).map(
      ([role, { model, hardware }]) => `${role}: ${model} on ${hardware || 'hardware not stated'}`,
    ),
    practice,
  };
}
