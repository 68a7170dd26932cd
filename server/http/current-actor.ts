import { cookies } from 'next/headers';
import { cache } from 'react';
import type { Actor } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';
import { actorOfCookies } from '@/server/accounts/session';

/** The signed-in person of the page being rendered; null when nobody is. One look-up a request. */
export const currentActor = cache(async (): Promise<Actor | null> => {
  const all = (await cookies()).getAll();
  return actorOfCookies(Object.fromEntries(all.map(({ name, value }) => [name, value])));
});

/** For pages that stand behind the sign-in; proxy.ts has sent everybody else away already. */
export async function requireActor(): Promise<Actor> {
  const actor = await currentActor();
  if (actor === null) throw new AppError('SIGN_IN_REQUIRED', 'Your session has ended. Sign in again.');
  return actor;
}
