import type { Actor } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';
import { assertMay } from '@/lib/policy/roles';
import { signInWithPassword } from '@/server/accounts/sign-in';
import { db } from '@/server/db/client';
import { recordAudit } from '@/server/services/audit/record-audit';
import { getPerson } from './person-view';

interface Proof {
  readonly password: string;
  /** From where it is tried: wrong tries count as they do at the sign-in, so that this is no other way to guess. */
  readonly address: string;
}

/** A signed-in person proves by their password that it is still they who ask. @throws AppError INPUT_INVALID */
export async function confirmSignIn(actor: Actor, { password, address }: Proof): Promise<void> {
  assertMay(actor, 'read');
  const { userId, workspaceId } = actor;
  if (actor.via !== 'session' || userId === null) {
    throw new AppError('ROLE_FORBIDDEN', 'A key has no password. Sign in to confirm who you are.');
  }
  const { user } = await getPerson(workspaceId, userId, db());
  if ((await signInWithPassword(user.email, password, address)) === null) {
    const message = 'The password is not right, or there were too many tries: try again in a minute.';
    throw new AppError('INPUT_INVALID', message, { fields: [{ path: 'password', message }] });
  }
  await recordAudit(db(), actor, 'signIn.confirmed', userId);
}
