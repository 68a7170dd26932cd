import type { DiagnosisView, RunView } from '@/lib/contracts/run-shapes';
import { estimateLeftMs, readSummary } from '@/lib/view/run-summary';
import type { Diagnosis } from '@/server/db/generated/client';
import type { RunRow } from '@/server/repositories/runs';

/** A run as people see it. The hardware stands in the manifest, which lists do not load. */
export function runView(row: RunRow, hardware: string): RunView {
  const summary = readSummary(row.summary);
  return {
    id: row.id,
    experimentId: row.experimentId,
    experimentName: row.experiment.name,
    kind: row.kind,
    label: row.label,
    seed: row.seed,
    status: row.status,
    control: row.control,
    statusReason: row.statusReason,
    practice: row.practice,
    hardware,
    manifestHash: row.manifestHash,
    runHash: row.runHash,
    branchedFromId: row.branchedFromId,
    groupId: row.groupId,
    readinessOfId: row.readinessOfId,
    readinessLight: row.readinessLight,
    worker: row.worker,
    lastSeq: row.lastSeq,
    summary,
    timeLeftMs: row.status === 'running' ? estimateLeftMs(summary) : null,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
  };
}

export function diagnosisView(row: Diagnosis | null): DiagnosisView | null {
  if (row === null) return null;
  const detail = row.detail as { readonly alternatives?: readonly string[] };
  return {
    id: row.id,
    verdict: row.verdict as DiagnosisView['verdict'],
    reason: row.reason,
    alternatives: [...(detail.alternatives ?? [])],
    runId: row.runId,
    createdAt: row.createdAt.toISOString(),
  };
}
