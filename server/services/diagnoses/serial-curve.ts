import type { FactData } from '@/lib/domain/ledger-entry';
import type { RunManifest } from '@/lib/domain/manifest';
import type { DiagnosisPoint, DiagnosisScope, SerialDiagnosis } from '@/lib/domain/serial-diagnosis';
import { decideConvergence } from '@/lib/evaluation/convergence';
import type { ConvergenceVerdict } from '@/lib/evaluation/convergence-verdict';
import { readEntries } from '@/server/events/read-events';
import type { DiagnosedRun } from '@/server/repositories/diagnoses';

/** A serial run of ours as its diagnosis sees it: the measured curve, what it holds for, and what the rule says of it. */
export interface MeasuredCurve {
  readonly points: readonly FactData['heldOut.measured'][];
  /** Repeated measurements after the run's last iteration. */
  readonly repeats: readonly FactData['diagnosis.measured'][];
}

/** More than any run measures; a curve beyond it is drawn to here. */
const MEASUREMENTS_MAX = 10_000;

/** Cut short by a cap, a measurement lacks some of the examples, and decides nothing. */
export async function readSerialCurve(runId: string): Promise<MeasuredCurve> {
  const read = async (type: keyof FactData) =>
    (await readEntries(runId, 0, { limit: MEASUREMENTS_MAX, filter: { type } })).map(({ data }) => data);
  const points = (await read('heldOut.measured')) as readonly FactData['heldOut.measured'][];
  const repeats = (await read('diagnosis.measured')) as readonly FactData['diagnosis.measured'][];
  const isWhole = ({ incomplete }: { readonly incomplete?: true }) => incomplete === undefined;
  return { points: points.filter(isWhole), repeats: repeats.filter(isWhole) };
}

export function judgeCurve(
  { points, repeats }: MeasuredCurve,
  run: DiagnosedRun,
  look: number,
): ConvergenceVerdict {
  const { evaluation } = run.manifest;
  const curve = {
    measurements: points.map(({ trainExamplesSeen, candidateHash, scores }) => ({
      ...{ trainExamplesSeen, scores },
      candidate: candidateHash,
    })),
    repeats: repeats.map(({ candidateHash, repetition, scores }) => ({
      ...{ repetition, scores },
      candidate: candidateHash,
    })),
    repetitionsMax: evaluation.repetitionsMax ?? 1,
  };
  return decideConvergence(curve, undefined, look);
}

interface Found {
  readonly id: string;
  readonly madeAt: Date;
  readonly run: DiagnosedRun;
  readonly curve: MeasuredCurve;
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
    scope: scopeOf(run.manifest, run.practice),
    curve: { unit: 'examples', points: pointsOf(curve) },
  };
}

function pointsOf({ points }: MeasuredCurve): readonly DiagnosisPoint[] {
  return points.map(({ trainExamplesSeen, candidateHash, score: { mean, lower, upper, n } }, place) => ({
    ...{ seen: trainExamplesSeen, score: mean, lower, upper, n },
    ...(candidateHash === points[place - 1]?.candidateHash ? { restated: true as const } : {}),
  }));
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
