import { createHash, randomBytes } from 'node:crypto';

/** Secrets of links that share a report: 32 random bytes, shown once, kept only as their sha256. */
const SHARE_SECRET = /^wsh_[A-Za-z0-9_-]{43}$/;

export function makeShareSecret(): { readonly secret: string; readonly hash: string } {
  const secret = `wsh_${randomBytes(32).toString('base64url')}`;
  return { secret, hash: hashOf(secret) };
}

/** Null for what cannot be a secret of ours, so that odd addresses never reach the database. */
export function hashShareSecret(secret: string): string | null {
  return SHARE_SECRET.test(secret) ? hashOf(secret) : null;
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret, 'utf8').digest('hex');
}
