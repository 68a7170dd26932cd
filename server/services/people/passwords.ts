import type { ChangePasswordInput } from '@/lib/contracts/people';
import type { Actor } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';
import { assertMay } from '@/lib/policy/roles';
import { generatePassword, hashPassword, passwordFits } from '@/server/accounts/password';
import { forgetStanding } from '@/server/accounts/session';
import { db } from '@/server/db/client';
import { setPasswordHash } from '@/server/repositories/people';
import { recordAudit } from '@/server/services/audit/record-audit';
import { getPerson } from './person-view';

/** The own password, changed with the old one; ends every session of the person, this one included. */
export async function changePassword(actor: Actor, input: ChangePasswordInput): Promise<void> {
  const { userId, workspaceId } = actor;
  if (actor.via !== 'session' || userId === null) {
    throw new AppError('ROLE_FORBIDDEN', 'A key has no password. Sign in to change yours.');
  }
  const { user } = await getPerson(workspaceId, userId, db());
  if (!(await passwordFits(input.currentPassword, user.passwordHash))) {
    const message = 'The current password is not right.';
    throw new AppError('INPUT_INVALID', message, { fields: [{ path: 'currentPassword', message }] });
  }
  await storePassword(actor, userId, input.newPassword);
}

/** For a person who has lost theirs. The new one is shown once. */
export async function resetPassword(actor: Actor, personId: string): Promise<{ readonly password: string }> {
  assertMay(actor, 'administer');
  await getPerson(actor.workspaceId, personId, db());
  const password = generatePassword();
  await storePassword(actor, personId, password);
  return { password };
}

async function storePassword(actor: Actor, personId: string, password: string): Promise<void> {
  const passwordHash = await hashPassword(password);
  await db().$transaction(async (tx) => {
    await setPasswordHash(personId, passwordHash, tx);
    await recordAudit(tx, actor, 'password.changed', personId);
  });
  forgetStanding(actor.workspaceId, personId);
}
