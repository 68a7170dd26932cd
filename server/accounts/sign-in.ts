import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { findUserByEmail } from '@/server/repositories/people';
import { passwordFits } from './password';

/**
 * Signing in with e-mail and password. Wrong tries are counted per address and e-mail (five, then a minute, then
 * longer) and per e-mail alone (more generous, so that a stranger cannot easily lock a person out). An unknown
 * e-mail, a wrong password, a disabled person and a closed door all take the same time and look the same.
 */
const HOUR_S = 3600;

/** Limit for one address that tries one e-mail. */
const perPair = new RateLimiterMemory({ keyPrefix: 'pair', points: 5, duration: 15 * 60, blockDuration: 60 });
/** Limit for one e-mail, over all addresses. */
const perEmail = new RateLimiterMemory({
  keyPrefix: 'email',
  points: 40,
  duration: HOUR_S,
  blockDuration: 60,
});
/** Limit for one address, over all e-mails. */
const perAddress = new RateLimiterMemory({
  keyPrefix: 'address',
  points: 60,
  duration: HOUR_S,
  blockDuration: 300,
});
/** How often a pair was shut out in a day; each time it doubles. */
const lockouts = new RateLimiterMemory({ keyPrefix: 'lockout', points: 1000, duration: 24 * HOUR_S });

export interface SignedIn {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly workspaceId: string;
  readonly epoch: number;
}

export async function signInWithPassword(
  email: string,
  password: string,
  address: string,
): Promise<SignedIn | null> {
  const known = email.trim().toLowerCase().slice(0, 200);
  const pair = `${address}|${known}`;
  const open =
    (await hasRoom(perPair, pair)) &&
    (await hasRoom(perEmail, known)) &&
    (await hasRoom(perAddress, address));
  const user = open ? await findUserByEmail(known) : null;
  const fits = await passwordFits(password.slice(0, 200), user?.passwordHash ?? null);
  const signedIn = fits && user !== null ? standingOf(user) : null;
  if (signedIn !== null) {
    await perPair.delete(pair);
    return signedIn;
  }
  if (open) await countFailure(pair, known, address);
  return null;
}

/** Signs in a person whom an identity provider vouches for, if that e-mail was invited. */
export async function signInByInvitation(email: string): Promise<SignedIn | null> {
  const user = await findUserByEmail(email);
  return user === null ? null : standingOf(user);
}

type User = NonNullable<Awaited<ReturnType<typeof findUserByEmail>>>;

function standingOf(user: User): SignedIn | null {
  const workspaceId = user.memberships[0]?.workspaceId;
  if (user.disabledAt !== null || workspaceId === undefined) return null;
  return { id: user.id, email: user.email, name: user.name, workspaceId, epoch: user.sessionEpoch };
}

async function hasRoom(limiter: RateLimiterMemory, key: string): Promise<boolean> {
  const state = await limiter.get(key);
  return state === null || state.remainingPoints > 0;
}

async function countFailure(pair: string, email: string, address: string): Promise<void> {
  await Promise.all([consume(perEmail, email), consume(perAddress, address)]);
  if (await consume(perPair, pair)) return;
  const { consumedPoints } = await lockouts.consume(pair);
  // One minute, then two, then four, at most an hour.
  await perPair.block(pair, Math.min(HOUR_S, 60 * 2 ** (consumedPoints - 1)));
}

/** False when this took the last of the room. */
async function consume(limiter: RateLimiterMemory, key: string): Promise<boolean> {
  try {
    return (await limiter.consume(key)).remainingPoints > 0;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return false;
    throw refusal;
  }
}
