import { type Actor, KEY_SCOPES, type Role, SLOT_SCOPES } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';

/** The row of a key, as the web app and the flag server read it. */
export interface KeyRow {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly role: Role;
  readonly revokedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly slotId: string | null;
  readonly scopes: readonly string[];
  readonly isBrowser: boolean;
  readonly origins: readonly string[];
}

/** @throws AppError KEY_INVALID where the key does not hold (any more) */
export function actorOfKeyRow(key: KeyRow | null, now: Date): Actor {
  if (key === null) throw keyInvalid('This key is not known.');
  if (key.revokedAt !== null) throw keyInvalid('This key was revoked.');
  if (key.expiresAt !== null && key.expiresAt <= now) throw keyInvalid('This key has expired.');
  const { workspaceId, role, name, id, slotId, isBrowser, origins } = key;
  const actor = { workspaceId, role, name: `key ${name}`, via: 'key', userId: null, keyId: id } as const;
  if (slotId === null) {
    // A scope that this version does not know leaves the key with none, and never with its role.
    const keyScopes = KEY_SCOPES.filter((scope) => key.scopes.includes(scope));
    return key.scopes.length === 0 ? actor : { ...actor, keyScopes };
  }
  const scopes = SLOT_SCOPES.filter((scope) => key.scopes.includes(scope));
  return { ...actor, slotKey: { slotId, scopes, isBrowser, origins } };
}

function keyInvalid(what: string): AppError {
  return new AppError('KEY_INVALID', `${what} Make a new one in Settings, or ask an owner for one.`);
}
