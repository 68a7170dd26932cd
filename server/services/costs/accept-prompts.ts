import type { Fact, FactOf, FactType } from '@/lib/domain/ledger-entry';
import type { RunManifest } from '@/lib/domain/manifest';
import { againstSerial, type Spent } from '@/lib/report/cost-against';
import { acceptedPoints, milestoneAt } from '@/lib/report/cost-milestones';
import { totalsOf } from '@/lib/report/cost-rows';
import { type RecordFacts, runRecord } from '@/lib/report/run-record';
import { readFacts } from '@/server/events/read-facts';
import type { AcceptedPromptCost, ReckonAccepted } from '@/server/ledger/accepted-prompts';
import { readCostRows } from '@/server/repositories/costs';
import { findBaseline } from '@/server/services/runs/find-baseline';
import { readCostedRecord } from '@/server/services/runs/read-record';

/**
 * What each prompt that becomes the best on held-out has cost until then, for the transaction that says so.
 * Called by the worker, so there is no actor to check.
 */
export interface AcceptingRun {
  readonly workspaceId: string;
  readonly manifest: RunManifest;
  readonly lease: { readonly runId: string };
}

export function acceptPrompts({ workspaceId, manifest, lease: { runId } }: AcceptingRun): ReckonAccepted {
  return async (facts) => {
    // A run that only measures named candidates accepts none of them.
    if (manifest.kind === 'evaluation') return [];
    const best = ofType(facts, 'heldOut.measured').filter(
      ({ data }) => data.best && data.split === 'heldOut',
    );
    if (best.length === 0) return [];
    const run = { runId, label: '', manifest, practice: manifest.models.serving.practice };
    const record = runRecord(run, await factsWith(runId, facts));
    const keyOf = new Map(best.map(({ key, data }) => [data.candidateHash, key]));
    const points = acceptedPoints(record).filter(({ candidateHash }) => keyOf.has(candidateHash));
    if (points.length === 0) return [];
    const rows = await readCostRows(runId);
    const serial = manifest.kind === 'serialBaseline' ? null : await baselineOf(workspaceId, manifest);
    return points.map((end): AcceptedPromptCost => {
      const { totals, totalMs } = milestoneAt(end, rows);
      const { rollouts, tokens, gpuSeconds, costUsd, spendUsd } = totals;
      return {
        factKey: keyOf.get(end.candidateHash) ?? '',
        candidateHash: end.candidateHash,
        iteration: end.iteration,
        ...{ rollouts, tokens, gpuSeconds, costUsd, spendUsd },
        wallMs: totalMs,
        heldOutScore: end.score.mean,
        perPoint: againstSerial({ record, end, costUsd }, serial),
      };
    });
  };
}

async function baselineOf(workspaceId: string, manifest: RunManifest): Promise<Spent | null> {
  const baseline = await findBaseline(workspaceId, manifest);
  if (baseline === null) return null;
  const { record, rows } = await readCostedRecord(baseline);
  return { record, end: record.chosen, costUsd: totalsOf(rows).costUsd };
}

/** Facts in the ledger together with those about to be written. */
async function factsWith(runId: string, coming: readonly Fact[]): Promise<RecordFacts> {
  const [measured, closed] = await Promise.all([
    readFacts(runId, 'heldOut.measured'),
    readFacts(runId, 'iteration.closed'),
  ]);
  return {
    measured: together(measured, ofType(coming, 'heldOut.measured')),
    closed: together(closed, ofType(coming, 'iteration.closed')),
    finished: null,
  };
}

/** Counts a repeated fact once. */
function together<T extends FactType>(
  standing: readonly FactOf<T>[],
  coming: readonly FactOf<T>[],
): FactOf<T>[] {
  return [...new Map([...coming, ...standing].map((fact) => [fact.key, fact])).values()].toSorted(
    (a, b) => (a.data as { iteration: number }).iteration - (b.data as { iteration: number }).iteration,
  );
}

function ofType<T extends FactType>(facts: readonly Fact[], type: T): FactOf<T>[] {
  return facts.filter((fact) => fact.type === type) as FactOf<T>[];
}
