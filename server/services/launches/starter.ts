import { z } from 'zod';
import type { Actor, Role } from '@/lib/domain/actor';
import { authorize, may } from '@/lib/policy/roles';
import { db } from '@/server/db/client';
import { checkStored } from '@/server/db/stored-json';
import { findKey } from '@/server/repositories/keys';
import { findMembership } from '@/server/repositories/people';

/**
 * The person or key in whose name a run or a sweep's cells start: the launcher, or the last to resume it. A run waits
 * in the queue and a sweep takes hours, so the role of that person or key is checked again at each start.
 */
const starter = z.object({
  name: z.string(),
  via: z.enum(['session', 'key', 'command']),
  userId: z.string().nullable(),
  keyId: z.string().nullable(),
}) satisfies z.ZodType<Pick<Actor, 'name' | 'via' | 'userId' | 'keyId'>>;

export type Starter = z.output<typeof starter>;

export const starterOf = ({ name, via, userId, keyId }: Actor): Starter => ({ name, via, userId, keyId });

interface Owned {
  readonly id: string;
  readonly workspaceId: string;
  readonly createdBy: string;
  readonly startsAs: unknown;
}

/** Actor with the current role; null if that role may start no run. */
export async function actorToStart(owned: Owned): Promise<Actor<'experiment'> | null> {
  const { workspaceId } = owned;
  const known = knownStarter(owned);
  const role = await roleToday(workspaceId, known);
  if (role === null || !may(role, 'experiment')) return null;
  return authorize({ ...known, workspaceId, role }, 'experiment');
}

export const lostRoleReason = (owned: Owned) =>
  `${knownStarter(owned).name}, in whose name it starts, may not run experiments any more. A person with that role can start it in their own name.`;

/** @throws AppError STORED_UNREADABLE */
export function knownStarter({ id, startsAs, createdBy }: Owned): Starter {
  if (startsAs === null) return { name: createdBy, via: 'command', userId: null, keyId: null };
  return checkStored(starter, startsAs, { table: 'Run, RunPlan or Sweep', column: 'startsAs', id });
}

/** The command line has no role to lose, and launches from before starters were recorded have none either. */
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
