import type { SpeedupConditionsView } from '@/lib/contracts/diagnoses';
import { experimentConfig } from '@/lib/contracts/experiment-config';
import type { Actor } from '@/lib/domain/actor';
import type { RunManifest } from '@/lib/domain/manifest';
import { AppError } from '@/lib/errors/app-error';
import { diagnosisForecast } from '@/lib/evaluation/diagnosis-forecast';
import { speedupConditions, unmetConditions } from '@/lib/policy/speedup-conditions';
import { findNewestDiagnosis } from '@/server/repositories/diagnoses';
import { getExperimentRow } from '@/server/repositories/experiments';
import { knownDiagnosis } from '@/server/services/diagnoses/known-diagnosis';
import { diagnosisScopeHash } from '@/server/services/runs/diagnosis-scope';
import { prepareRun } from './start-run';

/** The three conditions of a speedup, for what a run of the experiment would pin now. */
export async function readSpeedupConditions(
  actor: Actor<'read'>,
  { experimentId }: { readonly experimentId: string },
): Promise<SpeedupConditionsView> {
  const row = await getExperimentRow(actor.workspaceId, experimentId);
  const { lanes, aggregation, batch } = experimentConfig.parse(row.config);
  const manifest = await manifestNow(actor, experimentId);
  const newest = manifest && (await findNewestDiagnosis(actor.workspaceId, diagnosisScopeHash(manifest)));
  const conditions = speedupConditions({
    lanes,
    aggregation: aggregation.kind,
    batch,
    diagnosis: newest && knownDiagnosis(newest),
  });
  return {
    conditions: [...conditions],
    unmet: [...unmetConditions(conditions)],
    diagnosisId: newest?.id ?? null,
    forecast: manifest && diagnosisForecast(manifest),
  };
}

/** Null for a draft that no run could be made of yet: that it is refused is said when it is started. */
async function manifestNow(actor: Actor, experimentId: string): Promise<RunManifest | null> {
  try {
    return (await prepareRun(actor, { experimentId, kind: 'serialBaseline' })).manifest;
  } catch (error) {
    if (AppError.is(error) && (error.kind === 'refused' || error.kind === 'conflict')) return null;
    throw error;
  }
}
