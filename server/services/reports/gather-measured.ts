import type { Actor } from '@/lib/domain/actor';
import type { RunManifest } from '@/lib/domain/manifest';
import { whyNotComparable } from '@/lib/report/comparability';
import type { MeasuredFacts } from '@/lib/report/strategy/strategy-input';
import { readFacts } from '@/server/events/read-facts';
import type { RunRowWithManifest } from '@/server/repositories/runs';
import { readCostReport } from '@/server/services/costs/read-costs';
import { findBaseline } from '@/server/services/runs/find-baseline';
import { readCostedRecord } from '@/server/services/runs/read-record';

/** Measurements of a finished run, from its ledger and its journal. */
export async function gatherMeasured(
  actor: Actor<'read'>,
  { run, manifest }: { readonly run: RunRowWithManifest; readonly manifest: RunManifest },
): Promise<MeasuredFacts> {
  const { id } = run;
  const newest = await findBaseline(actor.workspaceId, manifest);
  // One that may not be compared sets no target and has no place beside what this run took.
  const baseline = newest && whyNotComparable(manifest, newest.manifest) === null ? newest : null;
  const [own, serial] = await Promise.all([
    readCostedRecord({ ...run, manifest }),
    baseline && readCostedRecord(baseline),
  ]);
  // Where no target is pinned, the lower of the two ends: the highest held-out score that both reached.
  const ends = [own.record.chosen, serial?.record.chosen].flatMap((end) => (end ? [end.score.mean] : []));
  const target = manifest.stopping.targetScore ?? (ends.length > 0 ? Math.min(...ends) : null);
  const [{ report }, finished, plans, diversity, collapsed, reseeded, calibrated, reverted] =
    await Promise.all([
      readCostReport(actor, { runId: id, target: target ?? undefined }),
      readFacts(id, 'run.finished'),
      readFacts(id, 'batch.planned'),
      readFacts(id, 'diversity.measured'),
      readFacts(id, 'diversity.collapsed'),
      readFacts(id, 'pool.reseeded'),
      readFacts(id, 'evaluator.calibrated'),
      readFacts(id, 'evaluator.reverted'),
    ]);
  return {
    record: own.record,
    finished: finished.at(-1) ?? null,
    plans: plans.map(({ data }) => data),
    diversity: diversity.map(({ data }) => data),
    collapses: collapsed.length,
    reseeds: reseeded.length,
    calibration: calibrated.at(-1)?.data ?? null,
    reverted: reverted.at(-1)?.data ?? null,
    costs: report,
  };
}
