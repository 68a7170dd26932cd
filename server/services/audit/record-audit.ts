import type { Actor } from '@/lib/domain/actor';
import type { Prisma } from '@/server/db/generated/client';

/**
 * Writes down who did what, in the transaction that does it, so that neither happens without the other. `detail`
 * holds names and numbers, never a secret.
 */
export async function recordAudit(
  tx: Prisma.TransactionClient,
  actor: Pick<Actor, 'workspaceId' | 'name'>,
  action: string,
  subject: string,
  detail: Prisma.InputJsonObject = {},
): Promise<void> {
  await tx.auditEntry.create({
    data: { workspaceId: actor.workspaceId, actor: actor.name, action, subject, detail },
  });
}
