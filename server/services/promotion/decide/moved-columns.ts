import { planHash } from '@/lib/canary/registration';
import type { CanaryFacts, CanaryState } from '@/lib/domain/canary-state';
import { Prisma } from '@/server/db/generated/client';
import type { CanaryRow } from '@/server/repositories/canaries';
import type { Evidence } from '@/server/services/promotion/read/evidence';
import type { MoveBy, MoveRequest } from './move-request';

/** Columns that a move writes into the canary's row. A new stage counts from zero; decides nothing else. */
const ENDED: readonly CanaryState[] = [
  ...(['promoted', 'failed', 'inconclusive', 'invalid'] as const),
  ...(['reverted', 'superseded', 'withdrawn'] as const),
];
const STAGES: readonly CanaryState[] = ['shadow', 'liveStep', 'watch'];

interface Taken {
  readonly request: MoveRequest;
  readonly before: CanaryFacts;
  readonly after: CanaryFacts;
  readonly evidence: Evidence | null;
}

export function movedColumns(
  row: CanaryRow,
  { request, before, after, evidence }: Taken,
  { who, clock }: MoveBy,
): Prisma.CanaryUncheckedUpdateInput {
  const now = new Date(clock.nowMs());
  const isNewStage =
    STAGES.includes(after.state) && (after.state !== before.state || after.step !== before.step);
  const isEnd = ENDED.includes(after.state) && row.endedAt === null;
  return {
    state: after.state,
    step: after.step,
    isHeld: after.isHeld,
    evidenceHash: after.evidenceHash,
    ...(evidence === null ? {} : { evidence: evidence.content }),
    ...(isNewStage
      ? {
          stageStartedAt: now,
          lastTrafficAt: now,
          progress: Prisma.DbNull,
          tally: Prisma.DbNull,
          ...(after.state === 'shadow' ? { startedAt: now } : {}),
        }
      : {}),
    ...(isEnd ? { endedAt: now } : {}),
    ...(request.kind === 'amend' ? { draft: request.draft, challengerId: request.challengerId } : {}),
    ...(request.kind === 'register' && who !== 'worker'
      ? {
          plan: request.plan,
          planHash: planHash(request.plan),
          registeredBy: who.name,
          registeredAt: now,
          incumbentId: row.slot.livePromptId,
        }
      : {}),
  };
}
