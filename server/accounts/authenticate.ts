import type { Actor } from '@/lib/domain/actor';
import { findKeyByHash, touchKey } from '@/server/repositories/keys';
import { type AskedBy, bearerOf } from './bearer';
import { actorOfKeyRow } from './key-actor';
import { hashKeySecret, KEY_PREFIX } from './key-secret';
import { actorOfCookies } from './session';

/**
 * Who asks: the holder of a key (`Authorization: Bearer wgl_…`) or a signed-in person. A key that does not hold is
 * an error even where a session would do: a machine must learn that its key is gone.
 */
export async function authenticate(request: AskedBy): Promise<Actor | null> {
  const bearer = bearerOf(request);
  if (bearer !== null) return actorOfKey(bearer);
  return actorOfCookies(cookiesOf(request));
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
