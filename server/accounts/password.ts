import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** Passwords as argon2id, which is the library's default kind; parameters of OWASP's first choice (19 MiB, 2, 1). */
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

let nobody: Promise<string> | undefined;

/**
 * Whether the password fits. Without a hash (no such person) the same work is done against a hash that nothing
 * fits, so that the time taken does not tell whether an address is known.
 */
export async function passwordFits(password: string, passwordHash: string | null): Promise<boolean> {
  nobody ??= hashPassword(generatePassword());
  const against = passwordHash ?? (await nobody);
  const fits = await verify(against, password);
  return fits && passwordHash !== null;
}
