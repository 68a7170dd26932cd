import type { Actor } from '@/lib/domain/actor';
import { db } from '@/server/db/client';
import { recordAudit } from '@/server/services/audit/record-audit';
import { assertOwnPassword, type OwnPassword } from './own-password';

/** A signed-in person proves by their password that it is still they who ask. @throws AppError INPUT_INVALID */
export async function confirmSignIn(actor: Actor<'read'>, given: Omit<OwnPassword, 'field'>): Promise<void> {
  const userId = await assertOwnPassword(actor, { ...given, field: 'password' });
  await recordAudit(db(), actor, 'signIn.confirmed', userId);
}
