import type { Actor, Role } from '@/lib/domain/actor';
import { authorize, may } from '@/lib/policy/roles';
import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';
import { findKey } from '@/server/repositories/keys';
import { findMembership } from '@/server/repositories/people';

/**
 * The person or key in whose name a run or a sweep's cells start: its launcher, or who resumed it last. A run waits in
 * the queue and a sweep goes on for hours, so the role of that person or key is checked again at each start.
 */
export type Starter = Pick<Actor, 'name' | 'via' | 'userId' | 'keyId'>;

export const starterOf = ({ name, via, userId, keyId }: Actor): Starter => ({ name, via, userId, keyId });

interface Owned {
  readonly workspaceId: string;
  readonly createdBy: string;
  readonly startsAs: Prisma.JsonValue;
}

/** With the role of today; null where that role may start nothing. */
export async function actorToStart(owned: Owned): Promise<Actor<'experiment'> | null> {
  const { workspaceId } = owned;
  const starter = knownStarter(owned);
  const role = await roleToday(workspaceId, starter);
  if (role === null || !may(role, 'experiment')) return null;
  return authorize({ ...starter, workspaceId, role }, 'experiment');
}

export const lostRoleReason = (owned: Owned) =>
  `${knownStarter(owned).name}, in whose name it starts, may not run experiments any more. Whoever may can start it in their own name.`;

export function knownStarter({ startsAs, createdBy }: Owned): Starter {
  const known = startsAs as unknown as Starter | null;
  return known ?? { name: createdBy, via: 'command', userId: null, keyId: null };
}

/** The command line has no role that could be lost; neither has what was launched before this was kept. */
async function roleToday(workspaceId: string, { userId, keyId }: Starter): Promise<Role | null> {
  if (keyId !== null) {
    const key = await findKey(workspaceId, keyId, db());
    const isOver = !key || key.revokedAt !== null || (key.expiresAt !== null && key.expiresAt <= new Date());
    return isOver ? null : key.role;
  }
  if (userId === null) return 'experimenter';
  const membership = await findMembership(workspaceId, userId);
  return membership === null || membership.user.disabledAt !== null ? null : membership.role;
}
