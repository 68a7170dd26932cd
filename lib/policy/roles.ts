import type { Actor, Role, SlotKey, SlotScope } from '@/lib/domain/actor';
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
  /** Asking a slot which prompt to use. */
  | 'evaluate'
  /** Telling what became of an answer. */
  | 'ingest'
  /** Providers, keys, people. */
  | 'administer';

const GRANTS: Readonly<Record<Role, readonly Permission[]>> = {
  owner: ['read', 'experiment', 'discuss', 'review', 'revert', 'evaluate', 'ingest', 'administer'],
  experimenter: ['read', 'experiment', 'discuss', 'revert', 'evaluate', 'ingest'],
  reviewer: ['read', 'discuss', 'review', 'revert', 'evaluate'],
  viewer: ['read', 'evaluate'],
};

export function may(role: Role, permission: Permission): boolean {
  return GRANTS[role].includes(permission);
}

const PERMISSION_OF_SCOPE: Readonly<Record<SlotScope, Permission>> = {
  evaluate: 'evaluate',
  ingest: 'ingest',
  rollback: 'revert',
};

/** @throws AppError ROLE_FORBIDDEN, naming the roles that may. */
export function assertMay(actor: Actor, permission: Permission): void {
  if (actor.slotKey !== undefined) {
    assertInScope(actor.slotKey, permission);
    return;
  }
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

/** The other slots are not there for it. @throws AppError NOT_FOUND */
export function assertOfSlot({ slotKey }: Actor, slotId: string): void {
  if (slotKey !== undefined && slotKey.slotId !== slotId)
    throw new AppError('NOT_FOUND', 'This slot does not exist.', { context: { slotId } });
}

function assertInScope({ scopes }: SlotKey, permission: Permission): void {
  if (scopes.some((scope) => PERMISSION_OF_SCOPE[scope] === permission)) return;
  throw new AppError(
    'ROLE_FORBIDDEN',
    `This key belongs to one slot and may only do this there: ${scopes.join(', ') || 'nothing'}.`,
    {
      context: { scopes, permission },
      howToProceed: ['Use a key with this scope, or a key of the workspace whose role may do it.'],
    },
  );
}
