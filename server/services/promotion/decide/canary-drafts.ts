import { ulid } from 'ulid';
import { registerCanary as seal } from '@/lib/canary/registration';
import type { AmendCanaryInput, CanaryReasonInput, DraftCanaryInput } from '@/lib/contracts/canaries';
import type { CanaryDetail } from '@/lib/contracts/canary-shapes';
import type { Actor } from '@/lib/domain/actor';
import type { CanaryPlan } from '@/lib/domain/canary';
import { assertOfSlot } from '@/lib/policy/roles';
import { CANARY_STEP_IN_ORDER, EPSILON_STAYS, PLAN_FITS } from '@/lib/policy/rules/canary';
import { refusal } from '@/lib/policy/rules/rule';
import type { Clock } from '@/lib/ports/clock';
import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';
import { jsonColumn } from '@/server/db/stored-json';
import {
  type CanaryRow,
  createCanaryRow,
  findCanariesOfSlot,
  getCanaryRow,
  lockCanaryRow,
} from '@/server/repositories/canaries';
import { getServedPromptRow } from '@/server/repositories/served-prompts';
import { getSlotRow, lockSlot } from '@/server/repositories/slots';
import { draftOf } from '@/server/repositories/stored-canary';
import { recordAudit } from '@/server/services/audit/record-audit';
import { checkedPrompt } from '@/server/services/privacy/check-prompt';
import { expectedDiscordance } from '@/server/services/promotion/read/compute-power';
import { canaryDetail } from '@/server/services/promotion/read/read-canaries';
import { assertSameIncumbent } from './assert-as-approved';
import { keepProbe } from './keep-probe';
import { takeMove, takeMoveIn } from './move-canary';
import { MOVE_TRANSACTION } from './move-request';
import { renewIfChanged } from './renew-evidence';
import { takeBack } from './revert-slot';

/** From the first idea to the first request: drafted, amended, registered, started, withdrawn. */
interface OneCanary {
  readonly canaryId: string;
}

export async function draftCanary(
  actor: Actor<'experiment'>,
  { slotId, promptId, draft, expected, personalDataReason }: DraftCanaryInput,
  clock: Clock,
): Promise<CanaryDetail> {
  const canaryId = `cny_${ulid()}`;
  await db().$transaction(async (tx) => {
    await getSlotRow(actor.workspaceId, slotId, tx);
    const challenger = await getServedPromptRow(slotId, promptId, tx);
    const about = { id: canaryId, workspaceId: actor.workspaceId, slotId, challengerId: challenger.id };
    const at = new Date(clock.nowMs());
    const kept = jsonColumn({ plan: draft, expected, personalDataReason });
    await createCanaryRow({ ...about, draft: kept, createdBy: actor.name, createdAt: at }, tx);
    await recordAudit(tx, actor, 'canary.drafted', canaryId, { slotId, version: challenger.version });
  });
  return canaryDetail(actor, canaryId, clock);
}

export async function amendCanary(
  actor: Actor<'experiment'>,
  { canaryId, promptId, draft, expected, personalDataReason }: OneCanary & AmendCanaryInput,
  clock: Clock,
): Promise<CanaryDetail> {
  const { slotId } = await getCanaryRow(actor.workspaceId, canaryId);
  const { id: challengerId } = await getServedPromptRow(slotId, promptId);
  const kept = jsonColumn({ plan: draft, expected, personalDataReason });
  const request = { kind: 'amend', draft: kept, challengerId } as const;
  await takeMove(canaryId, request, { who: actor, clock });
  return canaryDetail(actor, canaryId, clock);
}

/** Completes and checks the plan under the lock of the row, so that it cannot be amended meanwhile. */
export async function registerCanary(
  actor: Actor<'experiment'>,
  { canaryId }: OneCanary,
  clock: Clock,
): Promise<CanaryDetail> {
  await getCanaryRow(actor.workspaceId, canaryId);
  await db().$transaction(async (tx) => {
    const row = await lockCanaryRow(canaryId, tx);
    // Before the plan is checked: a sealed plan cannot be fixed.
    if (row.planHash !== null) throw refusal(EPSILON_STAYS);
    const { plan: draft, expected, personalDataReason } = draftOf(row);
    const { discordance } = await expectedDiscordance(row, expected);
    const { plan } = seal(draft, { discordance });
    assertHasControl(plan, row.slot.livePromptId);
    // Personal data may have been allowed when the prompt was made: it reaches callers only after a new confirmation.
    const found = await checkedPrompt(row.challenger.text, personalDataReason, 'personalDataReason');
    await takeMoveIn(tx, { canaryId, request: { kind: 'register', plan } }, { who: actor, clock });
    await keepProbe(tx, { canaryId, takenAt: new Date(clock.nowMs()) });
    if (found !== null) await recordAudit(tx, actor, 'canary.personalDataKept', canaryId, { ...found });
  }, MOVE_TRANSACTION);
  return canaryDetail(actor, canaryId, clock);
}

/** Steps share the callers with a control arm of what is live; where nothing is, callers would get their code's default. */
function assertHasControl({ liveSteps }: CanaryPlan, livePromptId: string | null): void {
  if (liveSteps.length === 0 || livePromptId !== null) return;
  const message =
    'Nothing is live in this slot to compare a step with: set its first prompt, or register no steps.';
  throw refusal(PLAN_FITS, { fields: [{ path: 'liveSteps', message }] });
}

export async function startCanary(
  actor: Actor<'experiment'>,
  { canaryId }: OneCanary,
  clock: Clock,
): Promise<CanaryDetail> {
  await getCanaryRow(actor.workspaceId, canaryId);
  await db().$transaction(async (tx) => {
    const row = await lockCanaryRow(canaryId, tx);
    if (row.state === 'registered') await assertWayIsClear(row, tx);
    await takeMoveIn(tx, { canaryId, request: { kind: 'start' } }, { who: actor, clock });
  }, MOVE_TRANSACTION);
  return canaryDetail(actor, canaryId, clock);
}

/** One challenger at a time: two would share the requests, and the first to go live would spoil the other's incumbent. */
async function assertWayIsClear(row: CanaryRow, tx: Prisma.TransactionClient): Promise<void> {
  // Held, so that of two that start at the same moment the second finds the first; and read anew, as it is now.
  const { archivedAt, livePromptId } = await lockSlot(row.workspaceId, row.slotId, tx);
  const others = await findCanariesOfSlot(row.slotId, ['shadow', 'approval', 'liveStep'], tx);
  if (others.length > 0)
    throw refusal(CANARY_STEP_IN_ORDER, {
      found: 'Another canary of this slot is under way.',
      howToProceed: ['Wait for its end, or withdraw it.'],
      context: { canaryId: others[0]?.id },
    });
  if (archivedAt !== null)
    throw refusal(CANARY_STEP_IN_ORDER, {
      found: 'Its slot is archived.',
      howToProceed: ['Restore the slot.'],
    });
  assertSameIncumbent(row, livePromptId);
}

export async function withdrawCanary(
  actor: Actor<'experiment'>,
  { canaryId, reason }: OneCanary & CanaryReasonInput,
  clock: Clock,
): Promise<CanaryDetail> {
  await takeMove(canaryId, { kind: 'withdraw' }, { who: actor, clock, reason: reason || undefined });
  return canaryDetail(actor, canaryId, clock);
}

export async function goLiveWithCanary(
  actor: Actor<'review'>,
  { canaryId }: OneCanary,
  clock: Clock,
): Promise<CanaryDetail> {
  await getCanaryRow(actor.workspaceId, canaryId);
  // The approved evidence must still be what goes live.
  await renewIfChanged(canaryId, clock);
  await takeMove(canaryId, { kind: 'goLive' }, { who: actor, clock });
  return canaryDetail(actor, canaryId, clock);
}

/** Asks for nothing but the right to it, and takes the slot's own way: the pointer first, then the canary. */
export async function revertCanary(
  actor: Actor<'revert'>,
  { canaryId, reason }: OneCanary & CanaryReasonInput,
  clock: Clock,
): Promise<CanaryDetail> {
  const canary = await getCanaryRow(actor.workspaceId, canaryId);
  assertOfSlot(actor, canary.slotId);
  const why = reason || 'Taken back.';
  const isLive = ['liveStep', 'watch', 'promoted'].includes(canary.state);
  const moved = isLive ? await takeBack(actor, { slotId: canary.slotId, reason: why, canary }, clock) : null;
  // Not shown: there is nothing to hurry for, and it is refused where it has never been live.
  if (moved === null) await takeMove(canaryId, { kind: 'revert' }, { who: actor, clock, reason: why });
  return canaryDetail(actor, canaryId, clock);
}
