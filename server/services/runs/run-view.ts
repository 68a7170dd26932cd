import { type DiagnosisView, type PinnedHead, type RunView, runColumns } from '@/lib/contracts/run-shapes';
import { isPriced } from '@/lib/domain/asked-roles';
import type { RunManifest } from '@/lib/domain/manifest';
import { knownSpend } from '@/lib/domain/spend';
import { estimateLeftMs, readSummary } from '@/lib/projection/run-summary';
import type { Diagnosis } from '@/server/db/generated/client';
import type { RunRow } from '@/server/repositories/runs';

/** A run as people see it. What its manifest pins comes beside it, since lists do not load manifests. */
export function runView(row: RunRow, pinned: PinnedHead, scoreDoubt: RunView['scoreDoubt']): RunView {
  const summary = readSummary(row.summary);
  return {
    ...runColumns.parse(row),
    ...pinned,
    experimentName: row.experiment.name,
    summary: { ...summary, spend: knownSpend(summary.spend, pinned.priced) },
    scoreDoubt,
    timeLeftMs: row.status === 'running' ? estimateLeftMs(summary) : null,
    archivedAt: row.archivedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
  };
}

/** The same of a manifest that was loaded. */
export function pinnedHead(manifest: RunManifest): PinnedHead {
  const { models, method, aggregation } = manifest;
  return {
    hardware: models.serving.hardware,
    method: method.name,
    aggregation: aggregation.kind,
    priced: isPriced(manifest),
  };
}

/** Placeholder for a run whose manifest could not be read. */
export const NOTHING_PINNED: PinnedHead = {
  hardware: 'unknown',
  method: 'unknown',
  aggregation: 'unknown',
  priced: false,
};

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
