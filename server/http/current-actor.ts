import { cookies } from 'next/headers';
import { cache } from 'react';
import type { Actor } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';
import { authorize } from '@/lib/policy/roles';
import { actorOfCookies } from '@/server/accounts/session';

/** The signed-in person of the page being rendered; null if signed out. One look-up per request. */
export const currentActor = cache(async (): Promise<Actor<'read'> | null> => {
  const all = (await cookies()).getAll();
  const actor = await actorOfCookies(Object.fromEntries(all.map(({ name, value }) => [name, value])));
  return actor && authorize(actor, 'read');
});

/** For pages that require sign-in; proxy.ts has already redirected signed-out visitors. */
export async function requireActor(): Promise<Actor<'read'>> {
  const actor = await currentActor();
  if (actor === null) throw new AppError('SIGN_IN_REQUIRED', 'Your session has ended. Sign in again.');
  return actor;
}
