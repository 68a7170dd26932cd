import { db } from '@/server/db/client';

/** Reads of workspaces. */
export function findWorkspace(id: string) {
  return db().workspace.findUnique({ where: { id } });
}

/**
 * The oldest workspace: what a command means that names none. `server/commands/support/operator.ts` alone asks for it;
 * operations name how they are held to their workspace (`scope` in `lib/contracts/operation.ts`).
 */
export function firstWorkspace() {
  return db().workspace.findFirst({ orderBy: { createdAt: 'asc' } });
}
