import { sessionCookie } from '@/server/accounts/session-cookie';

/** The answer to a person who signed out: the session has ended on the server, and the browser drops its cookie. */
export function signedOutAnswer(): Response {
  const headers = { 'cache-control': 'no-store', 'set-cookie': sessionCookie('', 0) };
  return Response.json({ signedOut: true }, { headers });
}
