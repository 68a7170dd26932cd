import { PRACTICE_MAKER } from '@/lib/canary/practice-traffic';
import type { Actor, Permission } from '@/lib/domain/actor';
import { authorize } from '@/lib/policy/roles';

/** No person: makes and registers what is rehearsed in the practice slot, and sends its traffic. */
export function practiceMaker<P extends Permission>(workspaceId: string, permission: P): Actor<P> {
  const named = { name: PRACTICE_MAKER, via: 'command', userId: null, keyId: null } as const;
  return authorize({ workspaceId, role: 'owner', ...named }, permission);
}
