import { encode } from 'next-auth/jwt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { config } from '@/server/config/config';
import { BASE_URL, startTestApi, type TestApi } from '@/server/http/testing/test-api';
import { noteSignIn } from '@/server/services/people/note-sign-in';
import { authOptions } from './auth-options';
import { SESSION_S } from './session';
import { signInWithPassword } from './sign-in';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

/** A session as the library makes it at a sign-in, with the cookie that a browser would keep. */
async function signIn(role: string) {
  const user = await signInWithPassword(`${role}@example.com`, api.password, '192.0.2.1');
  const account = { provider: 'credentials' };
  const made = await authOptions(noteSignIn).callbacks?.jwt?.({ token: {}, user, account } as never);
  const token = made as NonNullable<typeof made>;
  const cookie = `next-auth.session-token=${await encode({ token, secret: config().secret })}`;
  return { token, headers: { cookie, origin: BASE_URL, 'sec-fetch-site': 'same-origin' } };
}

type Session = Awaited<ReturnType<typeof signIn>>;
const statusOf = async ({ headers }: Session) => (await api.call('readMe', { as: null, headers })).status;
const signOut = ({ headers }: Session, body = {}) => api.call('signOut', { as: null, headers, body });

describe('signing in', () => {
  it('is in the audit log, with how the person proved who they are', async () => {
    await signIn('reviewer');
    const where = { action: 'session.began', actor: 'reviewer@example.com' };
    expect(await api.database.db.auditEntry.findMany({ where })).toMatchObject([
      { subject: 'usr_reviewer', detail: { by: 'password' } },
    ]);
  });
});

describe('signing out', () => {
  it('ends the session on the server, and no other one of the person', async () => {
    const [here, there] = [await signIn('viewer'), await signIn('viewer')];
    const answer = await signOut(here);
    expect(answer.json).toEqual({ signedOut: true });
    expect(answer.headers.get('set-cookie')).toMatch(/^next-auth\.session-token=; Path=\/; Max-Age=0;/);
    expect([await statusOf(here), await statusOf(there)]).toEqual([401, 200]);
    expect(await api.database.db.auditEntry.count({ where: { action: 'session.ended' } })).toBe(1);
  });

  it('everywhere ends every session of the person, and no one else’s', async () => {
    const [here, there, other] = [await signIn('viewer'), await signIn('viewer'), await signIn('owner')];
    expect((await signOut(here, { everywhere: true })).status).toBe(200);
    expect([await statusOf(here), await statusOf(there), await statusOf(other)]).toEqual([401, 401, 200]);
    expect(await statusOf(await signIn('viewer'))).toBe(200);
  });

  it('by the library’s own address ends the session too', async () => {
    const session = await signIn('viewer');
    await authOptions(noteSignIn).events?.signOut?.({ token: session.token } as never);
    expect(await statusOf(session)).toBe(401);
  });

  it('outlives every copy of its cookie, also one that was renewed later than this one', async () => {
    const session = await signIn('viewer');
    const cookie = (maxAge: number) =>
      encode({ token: session.token, secret: config().secret, maxAge }).then((value) => ({
        ...session,
        headers: { ...session.headers, cookie: `next-auth.session-token=${value}` },
      }));
    const [old, renewed] = [await cookie(60), await cookie(SESSION_S)];
    await signOut(old);
    expect(await statusOf(renewed)).toBe(401);
    const row = await api.database.db.endedSession.findFirstOrThrow({
      where: { id: String(session.token.sid) },
    });
    expect(row.expiresAt.getTime()).toBeGreaterThan(Date.now() + (SESSION_S - 60) * 1000);
  });

  it('leaves no row of a session that has expired by itself', async () => {
    const { db } = api.database;
    const old = { id: 'of-long-ago', userId: 'usr_viewer', expiresAt: new Date(Date.now() - 1000) };
    await db.endedSession.create({ data: old });
    await signOut(await signIn('viewer'));
    expect(await db.endedSession.count({ where: { id: old.id } })).toBe(0);
  });

  it('is for people: a key has no session', async () => {
    expect((await api.call('signOut', { body: {} })).status).toBe(403);
  });
});
