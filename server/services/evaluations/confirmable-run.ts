import type { FactData } from '@/lib/domain/ledger-entry';
import type { RunManifest } from '@/lib/domain/manifest';
import type { JudgeSeat } from '@/lib/domain/model-role';
import type { ConfirmationRequest } from '@/lib/policy/confirmation';
import { readFacts } from '@/server/events/read-facts';
import { findCandidateFact, findFirstCandidate } from '@/server/repositories/run-progress';
import { getRunRow } from '@/server/repositories/runs';

/** Facts that decide whether and how a run's best prompt is confirmed, read from its row and its ledger. */
export interface ConfirmableRun extends ConfirmationRequest {
  readonly id: string;
  readonly label: string;
  readonly experimentId: string;
  readonly manifest: RunManifest;
  readonly practice: boolean;
  readonly best: CreatedCandidate | undefined;
  readonly original: CreatedCandidate | undefined;
  /** Who judged when the run had settled it. */
  readonly seat: JudgeSeat;
}

type CreatedCandidate = FactData['candidate.created'];

export async function readConfirmable(workspaceId: string, runId: string): Promise<ConfirmableRun> {
  const row = await getRunRow(workspaceId, runId);
  const manifest = row.manifest;
  const [[finished], [calibrated], reversions, original] = await Promise.all([
    readFacts(runId, 'run.finished'),
    readFacts(runId, 'evaluator.calibrated'),
    readFacts(runId, 'evaluator.reverted'),
    findFirstCandidate(runId),
  ]);
  const reverted = reversions.length > 0;
  const bestHash = finished?.data.bestCandidateHash ?? null;
  // Two of what may be thousands of prompts, looked for where the rows are.
  const best = bestHash === null ? null : await findCandidateFact(runId, bestHash);
  return {
    id: row.id,
    label: row.label,
    experimentId: row.experimentId,
    manifest,
    practice: row.practice,
    kind: row.kind,
    status: row.status,
    examples: manifest.split.counts.confirmation,
    best: best?.data,
    original,
    bestHash,
    originalHash: original?.hash ?? null,
    judgeFailed: calibrated?.data.verdict === 'failed' && !reverted,
    seat: reverted ? 'evaluator' : (calibrated?.data.seat ?? 'evaluator'),
  };
}
