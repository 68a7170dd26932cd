import type { RunManifest } from '@/lib/domain/manifest';
import { expectedRun } from '@/lib/report/expected-run';
import { intakeAmounts } from '@/lib/report/intake-estimate';
import type { ExpectedCost } from '@/lib/report/strategy/strategy-input';
import { estimateBasis } from '@/server/services/runs/estimate-basis';

/** Expected cost of a run of a manifest, with the basis that it was reckoned from. */
export async function gatherExpected(workspaceId: string, manifest: RunManifest): Promise<ExpectedCost> {
  const basis = await estimateBasis(workspaceId, manifest);
  const expected = expectedRun(manifest, basis);
  const { isPriced } = expected;
  return { ...expected, basisRuns: basis.runs, amounts: intakeAmounts({ base: manifest, basis, isPriced }) };
}
