import {
  type Actor,
  GRANTS,
  type KeyScope,
  PERMISSION_OF_SCOPE,
  type Permission,
  ROLES,
  type Role,
  type SlotKey,
  type SlotScope,
} from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';

/** For pages, which hide what would be refused. */
export function may(role: Role, permission: Permission): boolean {
  const granted: readonly Permission[] = GRANTS[role];
  return granted.includes(permission);
}

/**
 * The one check of a role, called where an actor enters: the operation table, pages, and whatever acts in a person's name.
 * Services ask for its result by type.
 *
 * @throws AppError ROLE_FORBIDDEN, naming the roles that may.
 */
export function authorize<P extends Permission>(actor: Actor, permission: P): Actor<P> {
  if (actor.slotKey !== undefined) assertInSlotScope(actor.slotKey, permission);
  else if (actor.keyScopes !== undefined) assertInScope(actor.keyScopes, permission);
  else assertRole(actor.role, permission);
  return actor as Actor<P>;
}

function assertRole(role: Role, permission: Permission): void {
  if (may(role, permission)) return;
  const able = ROLES.filter((each) => may(each, permission));
  throw new AppError('ROLE_FORBIDDEN', `As ${role} you may not do this. It takes: ${able.join(' or ')}.`, {
    context: { role, permission },
    howToProceed: ['Ask an owner of the workspace to do it or to change your role.'],
  });
}

/** The other slots are not there for it. @throws AppError NOT_FOUND */
export function assertOfSlot({ slotKey }: Actor, slotId: string): void {
  if (slotKey !== undefined && slotKey.slotId !== slotId)
    throw new AppError('NOT_FOUND', 'This slot does not exist.', { context: { slotId } });
}

function assertInSlotScope({ scopes }: SlotKey, permission: Permission): void {
  if (holds(scopes, permission)) return;
  throw outOfScope(`This key belongs to one slot and may only do this there: ${namesOf(scopes)}.`, {
    context: { scopes, permission },
    howToProceed: ['Use a key with this scope, or a key of the workspace whose role may do it.'],
  });
}

function assertInScope(scopes: readonly KeyScope[], permission: Permission): void {
  if (holds(scopes, permission)) return;
  throw outOfScope(`This key may only do this: ${namesOf(scopes)}.`, {
    context: { scopes, permission },
    howToProceed: ['Use a key of the workspace without a scope, whose role may do it.'],
  });
}

const holds = (scopes: readonly (SlotScope | KeyScope)[], permission: Permission) =>
  scopes.some((scope) => PERMISSION_OF_SCOPE[scope] === permission);

const namesOf = (scopes: readonly string[]) => scopes.join(', ') || 'nothing';

const outOfScope = (message: string, more: ConstructorParameters<typeof AppError>[2]) =>
  new AppError('ROLE_FORBIDDEN', message, more);
