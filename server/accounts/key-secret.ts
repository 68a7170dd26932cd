import { hash, randomBytes } from 'node:crypto';

/** Secrets of API keys: 32 random bytes, shown once, kept only as their sha256 (they are too long to guess). */
export const KEY_PREFIX = 'wgl_';
const SHOWN_CHARACTERS = 10;

export interface KeySecret {
  readonly secret: string;
  readonly hash: string;
  /** The first characters, by which people tell keys apart. */
  readonly prefix: string;
}

export function makeKeySecret(): KeySecret {
  const secret = `${KEY_PREFIX}${randomBytes(32).toString('base64url')}`;
  return { secret, hash: hashKeySecret(secret), prefix: secret.slice(0, SHOWN_CHARACTERS) };
}

export function hashKeySecret(secret: string): string {
  return hash('sha256', secret, 'hex');
}
