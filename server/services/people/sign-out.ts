import type { SignOutInput } from '@/lib/contracts/people';
import type { Actor } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';
import { endActorSession, isSignedIn } from '@/server/accounts/end-session';
import { forgetStanding } from '@/server/accounts/session';
import { db } from '@/server/db/client';
import { voidSessions } from '@/server/repositories/people';
import { recordAudit } from '@/server/services/audit/record-audit';

/** Ends the session that asks, or every session of its person. @throws AppError ROLE_FORBIDDEN for a key */
export async function signOut(actor: Actor<'read'>, { everywhere }: SignOutInput): Promise<void> {
  if (!isSignedIn(actor))
    throw new AppError('ROLE_FORBIDDEN', 'A key has no session. Revoke the key in Settings instead.');
  await db().$transaction(async (tx) => {
    if (everywhere) await voidSessions(actor.userId, tx);
    else await endActorSession(actor, tx);
    await recordAudit(tx, actor, 'session.ended', actor.userId, { everywhere });
  });
  forgetStanding(actor.workspaceId, actor.userId);
}
