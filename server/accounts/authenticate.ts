import { type Actor, SLOT_SCOPES } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';
import { findKeyByHash, touchKey } from '@/server/repositories/keys';
import { hashKeySecret, KEY_PREFIX } from './key-secret';
import { actorOfCookies } from './session';

/** A Request of the web platform, or whatever else has headers. */
export interface AskedBy {
  readonly headers: Pick<Headers, 'get'>;
}

/**
 * Who asks: the holder of a key (`Authorization: Bearer wgl_…`) or a signed-in person. A key that does not hold is
 * an error even where a session would do: a machine must learn that its key is gone.
 */
export async function authenticate(request: AskedBy): Promise<Actor | null> {
  const bearer = bearerOf(request);
  if (bearer !== null) return actorOfKey(bearer);
  return actorOfCookies(cookiesOf(request));
}

/** The text after "Bearer", or null where another way of signing in is meant. */
export function bearerOf({ headers }: AskedBy): string | null {
  const header = headers.get('authorization');
  if (header === null) return null;
  return /^bearer\s+(\S+)\s*$/i.exec(header)?.[1] ?? '';
}

export function cookiesOf(request: AskedBy): Record<string, string> {
  const cookies: Record<string, string> = {};
  for (const pair of (request.headers.get('cookie') ?? '').split(';')) {
    const cut = pair.indexOf('=');
    if (cut > 0) cookies[pair.slice(0, cut).trim()] = pair.slice(cut + 1).trim();
  }
  return cookies;
}

async function actorOfKey(secret: string): Promise<Actor> {
  const now = new Date();
  const key = secret.startsWith(KEY_PREFIX) ? await findKeyByHash(hashKeySecret(secret)) : null;
  const actor = actorOfKeyRow(key, now);
  if (key !== null) await touchKey(key, now);
  return actor;
}

type KeyRow = Pick<
  NonNullable<Awaited<ReturnType<typeof findKeyByHash>>>,
  | 'id'
  | 'workspaceId'
  | 'name'
  | 'role'
  | 'revokedAt'
  | 'expiresAt'
  | 'slotId'
  | 'scopes'
  | 'isBrowser'
  | 'origins'
>;

/** @throws AppError KEY_INVALID where the key does not hold (any more) */
export function actorOfKeyRow(key: KeyRow | null, now: Date): Actor {
  if (key === null) throw keyInvalid('This key is not known.');
  if (key.revokedAt !== null) throw keyInvalid('This key was revoked.');
  if (key.expiresAt !== null && key.expiresAt <= now) throw keyInvalid('This key has expired.');
  const { workspaceId, role, name, id, slotId, isBrowser, origins } = key;
  const actor = { workspaceId, role, name: `key ${name}`, via: 'key', userId: null, keyId: id } as const;
  if (slotId === null) return actor;
  const scopes = SLOT_SCOPES.filter((scope) => key.scopes.includes(scope));
  return { ...actor, slotKey: { slotId, scopes, isBrowser, origins } };
}

function keyInvalid(what: string): AppError {
  return new AppError('KEY_INVALID', `${what} Make a new one in Settings, or ask an owner for one.`);
}
