import type { Actor } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';
import { authorize } from '@/lib/policy/roles';
import { db } from '@/server/db/client';
import { firstWorkspace } from '@/server/repositories/workspaces';

/**
 * The actor of a command: a person who can run one can read the database, so it is an owner. A command that names no
 * workspace means the oldest; this file is the only one that assumes a single workspace.
 */
export function operatorOf(workspaceId: string, name: string): Actor<'administer'> {
  const named = { name, via: 'command', userId: null, keyId: null } as const;
  return authorize({ workspaceId, role: 'owner', ...named }, 'administer');
}

/** @throws AppError NOT_FOUND */
export async function operatorOfFirstWorkspace(): Promise<Actor<'administer'>> {
  const workspace = await firstWorkspace();
  if (workspace === null) throw new AppError('NOT_FOUND', 'There is no workspace yet: run npm start once.');
  return operatorOf(workspace.id, 'command line');
}

/** A person who owns the oldest workspace; null where there is none yet. */
export async function ownerOfFirstWorkspace(): Promise<Actor<'administer'> | null> {
  const workspace = await firstWorkspace();
  if (workspace === null) return null;
  const owner = await db().membership.findFirst({
    where: { workspaceId: workspace.id, role: 'owner' },
    select: { user: { select: { id: true, email: true } } },
  });
  if (owner === null) return null;
  const named = { name: owner.user.email, via: 'command', userId: owner.user.id, keyId: null } as const;
  return authorize({ workspaceId: workspace.id, role: 'owner', ...named }, 'administer');
}
