import { ulid } from 'ulid';
import type { WorkspaceEvent } from '@/lib/domain/workspace-event';
import { hearersOf } from '@/lib/policy/telling';
import type { Prisma } from '@/server/db/generated/client';
import { createNoticeRows } from '@/server/repositories/notices';
import { listMemberships } from '@/server/repositories/people';

/** A notice in the app for everybody whom an event concerns, in its transaction. */
export async function tellPeople(tx: Prisma.TransactionClient, event: WorkspaceEvent): Promise<void> {
  const { workspaceId, kind, canaryId, text, atMs } = event;
  const members = (await listMemberships(workspaceId, tx)).map(({ userId, role, user }) => ({
    ...{ userId, role, name: user.email },
    isActive: user.disabledAt === null,
  }));
  const rows = hearersOf(event, members).map(({ userId }) => ({
    ...{ id: `ntc_${ulid()}`, workspaceId, userId, kind, text },
    subject: canaryId,
    createdAt: new Date(atMs),
  }));
  await createNoticeRows(rows, tx);
}
