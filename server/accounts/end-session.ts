import type { Actor } from '@/lib/domain/actor';
import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';
import { endSession, voidSessions } from '@/server/repositories/people';
import { actorOfToken, forgetStanding, SESSION_S, type SessionToken } from './session';

/**
 * Signing out on the server: the token stays well signed, and no request with it is answered any more. One session ends by
 * its id; one from before sessions had ids ends with all others of its person.
 */
export async function endActorSession(actor: SignedInActor, tx: Prisma.TransactionClient): Promise<void> {
  const { sessionId: id, userId } = actor;
  if (id === undefined) return voidSessions(userId, tx);
  const now = Date.now();
  // Another copy of the cookie may have been renewed a moment ago, whenever this one was.
  const expiresAt = new Date(now + SESSION_S * 1000);
  await endSession({ id, userId, expiresAt }, new Date(now), tx);
}

export type SignedInActor = Actor & { readonly userId: string };

export function isSignedIn(actor: Actor): actor is SignedInActor {
  return actor.via === 'session' && actor.userId !== null;
}

/** The session of a token, where it still holds. */
export async function endTokenSession(token: SessionToken): Promise<void> {
  const actor = await actorOfToken(token);
  if (actor === null || !isSignedIn(actor)) return;
  await db().$transaction((tx) => endActorSession(actor, tx));
  forgetStanding(actor.workspaceId, actor.userId);
}
