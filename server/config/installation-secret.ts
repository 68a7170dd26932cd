/**
 * What the secret of an installation must be: it signs sessions and seals the keys of providers, so one that can be
 * guessed opens both. Length is checked, and that it is more than a few characters repeated.
 */
const LENGTH_MIN = 32;
const DISTINCT_MIN = 8;

export const SHORT_SECRET =
  'is too short to sign sessions and seal provider keys: give it at least 32 random characters, such as the output of "openssl rand -base64 32"';

export function isLongSecret(secret: string): boolean {
  return secret.length >= LENGTH_MIN && new Set(secret).size >= DISTINCT_MIN;
}
