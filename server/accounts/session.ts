import { getToken, type JWT } from 'next-auth/jwt';
import type { Actor } from '@/lib/domain/actor';
import { config } from '@/server/config/config';
import { findMembership, listEndedSessions } from '@/server/repositories/people';

/**
 * From a session cookie to an actor. The cookie is a signed token that says who signed in; role, disabling, the
 * session epoch and the sessions that were signed out of are read from the database, so that a change there holds within
 * five seconds everywhere.
 */
/** How long a token lasts, from each renewal on. */
export const SESSION_S = 7 * 24 * 3600;
const CACHE_MS = 5000;
const CACHE_MAX = 5000;

export interface SessionToken extends JWT {
  readonly sub?: string;
  readonly workspaceId?: string;
  readonly epoch?: number;
  /** Names this one session; the library makes a new `jti` each time it renews the cookie. */
  readonly sid?: string;
  /** Not the token's own time, which is renewed with its cookie. */
  readonly signedInAtMs?: number;
}

interface Standing {
  readonly actor: Actor;
  readonly epoch: number;
  readonly ended: ReadonlySet<string>;
}

const standings = new Map<
  string,
  { readonly readAtMs: number; readonly standing: Promise<Standing | null> }
>();

export function secureCookies(): boolean {
  return config().baseUrl.startsWith('https:');
}

/** The actor of these cookies; null without a signed-in person or with a voided session. */
export async function actorOfCookies(cookies: Readonly<Record<string, string>>): Promise<Actor | null> {
  const token = await tokenOfCookies(cookies);
  return token === null ? null : actorOfToken(token);
}

/** The token alone, without asking the database: enough to decide whether a page is worth rendering. */
export async function tokenOfCookies(
  cookies: Readonly<Record<string, string>>,
): Promise<SessionToken | null> {
  // No headers go along: the library would take a bearer token there for a session.
  const req = { cookies, headers: {} } as unknown as Parameters<typeof getToken>[0]['req'];
  return (await getToken({
    req,
    secret: config().secret,
    secureCookie: secureCookies(),
  })) as SessionToken | null;
}

export async function actorOfToken(token: SessionToken): Promise<Actor | null> {
  const { sub, workspaceId, epoch, signedInAtMs, sid } = token;
  if (!sub || !workspaceId || epoch === undefined) return null;
  const standing = await readStanding(workspaceId, sub);
  if (standing === null || standing.epoch !== epoch) return null;
  if (sid !== undefined && standing.ended.has(sid)) return null;
  return {
    ...standing.actor,
    ...(signedInAtMs === undefined ? {} : { signedInAtMs }),
    ...(sid === undefined ? {} : { sessionId: sid }),
  };
}

/** For the service that changes a standing in this process: it then holds at once here. */
export function forgetStanding(workspaceId: string, userId: string): void {
  standings.delete(`${workspaceId}/${userId}`);
}

function readStanding(workspaceId: string, userId: string): Promise<Standing | null> {
  const key = `${workspaceId}/${userId}`;
  const now = performance.now();
  const known = standings.get(key);
  if (known && now - known.readAtMs < CACHE_MS) return known.standing;
  if (standings.size >= CACHE_MAX) standings.clear();
  const standing = loadStanding(workspaceId, userId);
  standings.set(key, { readAtMs: now, standing });
  standing.catch(() => standings.delete(key));
  return standing;
}

async function loadStanding(workspaceId: string, userId: string): Promise<Standing | null> {
  const [membership, ended] = await Promise.all([
    findMembership(workspaceId, userId),
    listEndedSessions(userId, new Date()),
  ]);
  if (membership === null || membership.user.disabledAt !== null) return null;
  const { role, user } = membership;
  return {
    actor: { workspaceId, role, name: user.email, via: 'session', userId, keyId: null },
    epoch: user.sessionEpoch,
    ended: new Set(ended),
  };
}
