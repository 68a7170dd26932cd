import { askedRoles } from '@/lib/domain/asked-roles';
import type { RunManifest } from '@/lib/domain/manifest';
import { intakeAmounts } from '@/lib/report/intake-estimate';
import type { ExpectedCost } from '@/lib/report/strategy/strategy-input';
import { estimateCell } from '@/lib/report/sweep-estimate';
import { estimateBasis } from '@/server/services/runs/estimate-basis';

/** Expected cost of a run of a manifest, computed as for a cell of a sweep. */
export async function gatherExpected(workspaceId: string, manifest: RunManifest): Promise<ExpectedCost> {
  const { batch, lanes, models, split, epochs, task, aggregation } = manifest;
  const examples = Math.max(1, split.counts.train * epochs);
  // The controller settles where lanes and its own cap let it; before a fit nothing better is known.
  const wanted = batch.kind === 'static' ? batch.size : Math.min(batch.maxBatch, lanes);
  const batchSize = Math.max(1, Math.min(wanted, examples));
  const basis = await estimateBasis(workspaceId, manifest);
  const isPriced = askedRoles(task).every(
    (role) => models[role].usdPerMillionIn !== null && models[role].usdPerMillionOut !== null,
  );
  return {
    estimate: estimateCell(
      { position: 0, arm: aggregation.kind, batchSize, seed: manifest.runSeed },
      manifest,
      basis,
    ),
    batchSize,
    iterations: Math.ceil(examples / batchSize),
    basisRuns: basis.runs,
    isPriced,
    amounts: intakeAmounts({ base: manifest, basis, isPriced }),
  };
}
