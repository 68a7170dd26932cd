import type { CheckClaimInput } from '@/lib/contracts/proposals';
import type { Actor } from '@/lib/domain/actor';
import {
  assertBaselineUnused,
  assertHeadlineMeasured,
  assertPromotionEvidence,
} from '@/lib/policy/anti-patterns';
import { findBaselineReaders } from '@/server/repositories/baseline-readers';
import { getExperimentRow } from '@/server/repositories/experiments';
import { readHardwareOfRun } from '@/server/repositories/truths';

/** Whether a number may be a headline, or evidence a promotion. Decides nothing and keeps nothing. */
export async function checkClaim(
  actor: Actor<'experiment'>,
  claim: CheckClaimInput,
): Promise<{ readonly allowed: true }> {
  if (claim.kind === 'promotion') {
    assertPromotionEvidence(claim);
  } else if (claim.kind === 'archive') {
    const experiment = await getExperimentRow(actor.workspaceId, claim.experimentId);
    assertBaselineUnused(await findBaselineReaders(experiment));
  } else {
    const { origin, hardware, runId } = claim;
    const measured = runId === undefined ? null : await readHardwareOfRun(actor.workspaceId, runId);
    assertHeadlineMeasured({ origin, hardware, measuredOn: measured === null ? [] : [measured] });
  }
  return { allowed: true };
}
