import { encode } from 'next-auth/jwt';
import { config } from '@/server/config/config';
import { tokenOfCookies } from './session';
import { sessionCookie } from './session-cookie';

/**
 * The cookie of a session whose person has just proved once more who they are: the same session with a new time of its
 * sign-in. It lasts as long as it would have lasted. Null where the cookies hold no session.
 */
export async function confirmedSession(
  cookies: Readonly<Record<string, string>>,
  nowMs: number,
): Promise<string | null> {
  const token = await tokenOfCookies(cookies);
  if (token === null) return null;
  const endsAtS = typeof token.exp === 'number' ? token.exp : 0;
  const maxAge = Math.floor(endsAtS - nowMs / 1000);
  if (maxAge <= 0) return null;
  const value = await encode({ token: { ...token, signedInAtMs: nowMs }, secret: config().secret, maxAge });
  return sessionCookie(value, maxAge);
}
