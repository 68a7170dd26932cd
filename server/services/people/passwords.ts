import type { ChangePasswordInput } from '@/lib/contracts/people';
import type { Actor } from '@/lib/domain/actor';
import { generatePassword, hashPassword } from '@/server/accounts/password';
import { assertStrongPassword } from '@/server/accounts/password-strength';
import { forgetStanding } from '@/server/accounts/session';
import { db } from '@/server/db/client';
import { setPasswordHash } from '@/server/repositories/people';
import { recordAudit } from '@/server/services/audit/record-audit';
import { assertOwnPassword, type OwnPassword } from './own-password';
import { getPerson } from './person-view';

/** The own password, changed with the old one; ends every session of the person, this one included. */
export async function changePassword(
  actor: Actor<'read'>,
  { currentPassword, newPassword, address }: ChangePasswordInput & Pick<OwnPassword, 'address'>,
): Promise<void> {
  const given = { password: currentPassword, address, field: 'currentPassword' };
  const userId = await assertOwnPassword(actor, given);
  const { user } = await getPerson(actor.workspaceId, userId, db());
  const personal = [user.email, user.name];
  await assertStrongPassword({ password: newPassword, personal, field: 'newPassword' });
  await storePassword(actor, userId, newPassword);
}

/** For a person who has lost theirs. The new one is shown once. */
export async function resetPassword(
  actor: Actor<'administer'>,
  personId: string,
): Promise<{ readonly password: string }> {
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
