import { db } from '@/server/db/client';

/** Reads of workspaces. */
export function findWorkspace(id: string) {
  return db().workspace.findUnique({ where: { id } });
}

/**
 * The oldest workspace: what the command line means, which names none. It is the one place that assumes a single
 * workspace; operations name how they are held to theirs (`scope` in `lib/contracts/operation.ts`).
 */
export function firstWorkspace() {
  return db().workspace.findFirst({ orderBy: { createdAt: 'asc' } });
}
