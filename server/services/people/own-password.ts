import type { Actor } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';
import { signInWithPassword } from '@/server/accounts/sign-in';
import { db } from '@/server/db/client';
import { getPerson } from './person-view';

export interface OwnPassword {
  readonly password: string;
  /** From where it is tried: wrong tries count as they do at the sign-in, so that no session is a way to guess. */
  readonly address: string;
  /** The field of the form that it came in. */
  readonly field: string;
}

/** Checks a signed-in person's password; returns their id. @throws AppError ROLE_FORBIDDEN, INPUT_INVALID */
export async function assertOwnPassword(actor: Actor, given: OwnPassword): Promise<string> {
  const { userId, workspaceId, via } = actor;
  if (via !== 'session' || userId === null)
    throw new AppError('ROLE_FORBIDDEN', 'A key has no password. Sign in as a person for this.');
  const { user } = await getPerson(workspaceId, userId, db());
  if ((await signInWithPassword(user.email, given.password, given.address)) !== null) return userId;
  const message = 'The password is not right, or there were too many tries: try again in a minute.';
  throw new AppError('INPUT_INVALID', message, { fields: [{ path: given.field, message }] });
}
