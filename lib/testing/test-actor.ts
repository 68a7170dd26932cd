import type { Actor, Permission, Role } from '@/lib/domain/actor';
import { authorize } from '@/lib/policy/roles';

/** The permission that has all others of its role. */
const FULLEST = {
  owner: 'administer',
  experimenter: 'experiment',
  reviewer: 'review',
  viewer: 'read',
} as const satisfies Record<Role, Permission>;

export type TestActor<R extends Role> = Actor<(typeof FULLEST)[R]>;

/** A person of this role, authorized for all that the role may do: services take it, or the compiler refuses it. */
export function testActor<R extends Role>(role: R, part: Partial<Omit<Actor, 'role'>> = {}): TestActor<R> {
  const named = {
    workspaceId: 'w',
    name: `${role}@test`,
    via: 'session',
    userId: null,
    keyId: null,
  } as const;
  return authorize({ ...named, ...part, role }, FULLEST[role]);
}
