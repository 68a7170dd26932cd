import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';

/**
 * The practice slot of a workspace: the audit entry of its seeding names it and the run whose prompt is rehearsed, so a
 * slot that people make is never one, whatever its name.
 */
type Tx = Prisma.TransactionClient;

export const PRACTICE_SLOT_MADE = 'slot.practice-made';

/** Entry of a press of the button; its detail names the canary that gets the traffic. */
export const PRACTICE_TRAFFIC = 'slot.practice-traffic';

export const PRACTICE_SLUG = 'practice';

export interface PracticeSlot {
  readonly workspaceId: string;
  readonly slotId: string;
  readonly runId: string;
}

export async function findPracticeSlot(workspaceId: string, tx: Tx = db()): Promise<PracticeSlot | null> {
  // By its key first, so that no long audit log is searched where there is none.
  const where = { workspaceId, kind: 'rehearsal', slug: PRACTICE_SLUG };
  const slot = await tx.slot.findFirst({ where, select: { id: true } });
  if (slot === null) return null;
  const entry = await tx.auditEntry.findFirst({
    where: { workspaceId, subject: slot.id, action: PRACTICE_SLOT_MADE },
    select: { detail: true },
  });
  if (entry === null) return null;
  const { runId = '' } = entry.detail as { readonly runId?: string };
  return { workspaceId, slotId: slot.id, runId };
}

/** Canaries of the slot that were given practice traffic. */
export async function findPracticeTraffic({
  workspaceId,
  slotId,
}: PracticeSlot): Promise<ReadonlySet<string>> {
  const entries = await db().auditEntry.findMany({
    where: { workspaceId, subject: slotId, action: PRACTICE_TRAFFIC },
    select: { detail: true },
  });
  return new Set(entries.map(({ detail }) => (detail as { readonly canaryId?: string }).canaryId ?? ''));
}

/** Shadows of practice slots that the rehearsal started or gave traffic, oldest first. */
export async function findPracticeShadows(createdBy: string): Promise<readonly string[]> {
  const rows = await db().$queryRaw<{ id: string }[]>`
    SELECT canary.id FROM "Canary" canary
    WHERE canary.state = 'shadow' AND (canary."createdBy" = ${createdBy}
        OR EXISTS (SELECT FROM "AuditEntry" sent
          WHERE sent."workspaceId" = canary."workspaceId" AND sent.action = ${PRACTICE_TRAFFIC}
            AND sent.subject = canary."slotId" AND sent.detail ->> 'canaryId' = canary.id))
      AND EXISTS (SELECT FROM "AuditEntry" made
        WHERE made."workspaceId" = canary."workspaceId" AND made.action = ${PRACTICE_SLOT_MADE}
          AND made.subject = canary."slotId")
    ORDER BY canary."createdAt"`;
  return rows.map(({ id }) => id);
}

/**
 * Moves the start of a shadow back, so that these hours of it have passed: the compressed time of the practice slot. No
 * canary of another slot is found by it, and a stage that began earlier stays.
 */
export async function letPracticeHoursPass(
  canaryId: string,
  { hours, now }: { readonly hours: number; readonly now: Date },
): Promise<void> {
  const start = new Date(now.getTime() - hours * 3_600_000);
  await db().$executeRaw`
    UPDATE "Canary" canary SET "stageStartedAt" = LEAST(canary."stageStartedAt", ${start})
    WHERE canary.id = ${canaryId} AND canary.state = 'shadow'
      AND EXISTS (SELECT FROM "AuditEntry" made
        WHERE made."workspaceId" = canary."workspaceId" AND made.action = ${PRACTICE_SLOT_MADE}
          AND made.subject = canary."slotId")`;
}
