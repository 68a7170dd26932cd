import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** Passwords as argon2id, the library's default; parameters of OWASP's first choice (19 MiB, 2, 1). */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Without letters and digits that look alike: it may be read aloud. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const GENERATED_LENGTH = 20;

export function hashPassword(password: string): Promise<string> {
  return hash(password, PARAMETERS);
}

export function generatePassword(): string {
  return Array.from({ length: GENERATED_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
}

let unmatchable: Promise<string> | undefined;

/**
 * Whether the password matches. Without a hash (no such person) the same work is done against a hash that no
 * password matches, so that the time does not reveal whether an address is known.
 */
export async function passwordFits(password: string, passwordHash: string | null): Promise<boolean> {
  unmatchable ??= hashPassword(generatePassword());
  const against = passwordHash ?? (await unmatchable);
  const fits = await verify(against, password);
  return fits && passwordHash !== null;
}
