import type { RunManifest } from '@/lib/domain/manifest';
import type { DiagnosisSaid } from '@/lib/report/strategy/strategy-input';
import { findNewestDiagnosis } from '@/server/repositories/diagnoses';
import { keptDecision, saidOf } from '@/server/services/diagnoses/kept-decision';
import { diagnosisScopeHash } from '@/server/services/runs/diagnosis-scope';

/** The newest serial diagnosis of what a manifest pins, as a plan quotes it. */
export async function gatherDiagnosis(
  workspaceId: string,
  manifest: RunManifest,
): Promise<DiagnosisSaid | null> {
  const row = await findNewestDiagnosis(workspaceId, diagnosisScopeHash(manifest));
  if (row === null) return null;
  const detail = saidOf(row);
  const decision = keptDecision(row.detail);
  return {
    runId: row.runId,
    verdict: row.verdict as DiagnosisSaid['verdict'],
    finding: detail?.finding ?? null,
    reason: row.reason,
    alternatives: detail?.alternatives ?? [],
    aboveOriginal: decision?.aboveOriginal ?? null,
    furtherGain: decision?.furtherGain ?? null,
    window: decision?.window ?? null,
    hash: row.hash,
  };
}
