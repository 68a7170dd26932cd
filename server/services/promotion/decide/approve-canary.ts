import type { ApprovalView, ApproveCanaryInput, RequestChangesInput } from '@/lib/contracts/approvals';
import type { Actor } from '@/lib/domain/actor';
import type { Clock } from '@/lib/ports/clock';
import { getCanaryRow } from '@/server/repositories/canaries';
import { readApproval } from '@/server/services/promotion/read/read-approval';
import { takeMove } from './move-canary';
import { renewIfChanged } from './renew-evidence';

/** A person's decision on the evidence of a canary. lib/canary/approval decides whether it counts. */
interface OneCanary {
  readonly canaryId: string;
}

export async function approveCanary(
  actor: Actor<'review'>,
  { canaryId, hash, note }: OneCanary & ApproveCanaryInput,
  clock: Clock,
): Promise<ApprovalView> {
  await getCanaryRow(actor.workspaceId, canaryId);
  await renewIfChanged(canaryId, clock);
  await takeMove(canaryId, { kind: 'approve', hash, note }, { who: actor, clock });
  return readApproval(actor, { canaryId }, clock);
}

export async function requestChanges(
  actor: Actor<'review'>,
  { canaryId, note }: OneCanary & RequestChangesInput,
  clock: Clock,
): Promise<ApprovalView> {
  await getCanaryRow(actor.workspaceId, canaryId);
  await renewIfChanged(canaryId, clock);
  await takeMove(canaryId, { kind: 'requestChanges', note }, { who: actor, clock });
  return readApproval(actor, { canaryId }, clock);
}
