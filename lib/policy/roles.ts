import type { Actor, Role } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';

/**
 * What a role may do. Services call `assertMay` first thing, whichever door was used; pages call `may` to hide what
 * would be refused.
 */
export type Permission =
  | 'read'
  /** Data sets, splits, tasks, experiments, runs. */
  | 'experiment'
  /** Comments on reports, asking for a review of them, links that share them, replays that check a run. */
  | 'discuss'
  /** Verdicts on reports and canaries. */
  | 'review'
  /** Back to the prompt before: it can only end a harm, so nearly everybody may. */
  | 'revert'
  /** Providers, keys, people. */
  | 'administer';

const GRANTS: Readonly<Record<Role, readonly Permission[]>> = {
  owner: ['read', 'experiment', 'discuss', 'review', 'revert', 'administer'],
  experimenter: ['read', 'experiment', 'discuss', 'revert'],
  reviewer: ['read', 'discuss', 'review', 'revert'],
  viewer: ['read'],
};

export function may(role: Role, permission: Permission): boolean {
  return GRANTS[role].includes(permission);
}

/** @throws AppError ROLE_FORBIDDEN, naming the roles that may. */
export function assertMay(actor: Actor, permission: Permission): void {
  if (may(actor.role, permission)) return;
  const able = (Object.keys(GRANTS) as Role[]).filter((role) => may(role, permission));
  throw new AppError(
    'ROLE_FORBIDDEN',
    `As ${actor.role} you may not do this. It takes: ${able.join(' or ')}.`,
    {
      context: { role: actor.role, permission },
      howToProceed: ['Ask an owner of the workspace to do it or to change your role.'],
    },
  );
}
