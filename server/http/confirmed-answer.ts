import { cookiesOf } from '@/server/accounts/authenticate';
import { confirmedSession } from '@/server/accounts/confirmed-session';

/**
 * The answer to a person who has confirmed their password: the session's cookie, with this moment as sign-in.
 */
export async function confirmedAnswer(request: Request): Promise<Response> {
  const cookie = await confirmedSession(cookiesOf(request), Date.now());
  const headers = { 'cache-control': 'no-store', ...(cookie === null ? {} : { 'set-cookie': cookie }) };
  return Response.json({ confirmed: true }, { headers });
}
