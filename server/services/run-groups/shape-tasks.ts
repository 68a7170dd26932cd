import { experimentConfig } from '@/lib/contracts/experiment-config';
import type { Actor } from '@/lib/domain/actor';
import type { FactOf } from '@/lib/domain/ledger-entry';
import type { RunManifest } from '@/lib/domain/manifest';
import { AppError } from '@/lib/errors/app-error';
import type { ShapeTask } from '@/lib/policy/shapes';
import { type IterationWork, laneUtilisation } from '@/lib/report/lane-utilisation';
import { readFacts } from '@/server/events/read-facts';
import { findNewestDiagnosis } from '@/server/repositories/diagnoses';
import { findSplit, getExperimentRow } from '@/server/repositories/experiments';
import { findLastParallelRun, readIterationWork } from '@/server/repositories/run-groups';
import { withManifest } from '@/server/repositories/stored-manifest';
import { prepareRun } from '@/server/services/launches/start-run';
import { diagnosisScopeHash } from '@/server/services/runs/diagnosis-scope';

/** Known facts of each experiment of a launch before it starts: its split, diagnosis and last parallel run. */
export interface KnownTask extends ShapeTask {
  readonly measured: MeasuredRun | null;
}

export interface MeasuredRun {
  readonly runId: string;
  readonly manifest: RunManifest;
  readonly iterations: readonly IterationWork[];
  readonly measurementMs: number;
  readonly plans: readonly FactOf<'batch.planned'>[];
}

export async function knownTask(actor: Actor, experimentId: string): Promise<KnownTask> {
  const { workspaceId } = actor;
  const experiment = await getExperimentRow(workspaceId, experimentId);
  const config = experimentConfig.parse(experiment.config);
  const [split, measured] = await Promise.all([
    findSplit(workspaceId, experiment.splitId),
    readMeasured(workspaceId, experimentId),
  ]);
  const counts = (split?.counts ?? {}) as Partial<Record<string, number>>;
  return {
    experimentId,
    name: experiment.name,
    splitId: experiment.splitId,
    heldOutExamples: counts.heldOut ?? 0,
    measuredOn: config.evaluation.split,
    utilisation: measured && laneUtilisation(measured.iterations, measured.manifest.lanes),
    diagnosis: await diagnosisOf(actor, experimentId),
    lanes: config.lanes,
    measured,
  };
}

/** Verdict of the newest diagnosis for what a run would pin now. */
async function diagnosisOf(actor: Actor, experimentId: string): Promise<string | null> {
  const manifest = await manifestNow(actor, experimentId);
  if (manifest === null) return null;
  const newest = await findNewestDiagnosis(actor.workspaceId, diagnosisScopeHash(manifest));
  return newest?.verdict ?? null;
}

/** Null for a draft that no run could be made of yet: that it is refused is said when it is launched. */
async function manifestNow(actor: Actor, experimentId: string): Promise<RunManifest | null> {
  try {
    return (await prepareRun(actor, { experimentId, kind: 'serialBaseline' })).manifest;
  } catch (error) {
    if (AppError.is(error) && (error.kind === 'refused' || error.kind === 'conflict')) return null;
    throw error;
  }
}

async function readMeasured(workspaceId: string, experimentId: string): Promise<MeasuredRun | null> {
  const run = await findLastParallelRun(workspaceId, experimentId);
  return run && measuredRun(withManifest(run));
}

/** Measurements of one parallel run. */
export async function measuredRun(run: {
  readonly id: string;
  readonly manifest: RunManifest;
}): Promise<MeasuredRun> {
  const [iterations, measurements, plans] = await Promise.all([
    readIterationWork(run.id),
    readFacts(run.id, 'heldOut.measured'),
    readFacts(run.id, 'batch.planned'),
  ]);
  return {
    runId: run.id,
    manifest: run.manifest,
    iterations,
    measurementMs: measurements.reduce((sum, { measured }) => sum + (measured.evaluationMs ?? 0), 0),
    plans,
  };
}
