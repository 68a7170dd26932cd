import { secureCookies } from './session';

/** The cookie of a session as the library names it, for answers that renew or drop it. */
export function sessionCookie(value: string, maxAgeS: number): string {
  const name = `${secureCookies() ? '__Secure-' : ''}next-auth.session-token`;
  const flags = ['Path=/', `Max-Age=${maxAgeS}`, 'HttpOnly', 'SameSite=Lax'];
  return [`${name}=${value}`, ...flags, ...(secureCookies() ? ['Secure'] : [])].join('; ');
}
