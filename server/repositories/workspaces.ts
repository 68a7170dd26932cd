import { db } from '@/server/db/client';

/** Reads of workspaces. */
export function findWorkspace(id: string) {
  return db().workspace.findUnique({ where: { id } });
}
