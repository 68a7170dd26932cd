import type { RunManifest } from '@/lib/domain/manifest';
import type { SpeedupCondition } from '@/lib/domain/speedup-condition';
import { speedupConditions } from '@/lib/policy/speedup-conditions';
import { findNewestDiagnosis } from '@/server/repositories/diagnoses';
import { diagnosisScopeHash } from '@/server/services/runs/diagnosis-scope';
import { knownDiagnosis } from './known-diagnosis';

/** The three conditions of a speedup for what a run pinned, under the diagnosis that holds for it today. */
export async function readRunConditions(
  workspaceId: string,
  manifest: RunManifest,
): Promise<readonly SpeedupCondition[]> {
  const newest = await findNewestDiagnosis(workspaceId, diagnosisScopeHash(manifest));
  const { lanes, aggregation, batch } = manifest;
  const diagnosis = newest && knownDiagnosis(newest);
  return speedupConditions({ lanes, aggregation: aggregation.kind, batch, diagnosis });
}
