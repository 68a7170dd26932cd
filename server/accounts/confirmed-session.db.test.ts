import { decode, encode } from 'next-auth/jwt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { config } from '@/server/config/config';
import { BASE_URL, startTestApi, type TestApi } from '@/server/http/testing/test-api';
import { authOptions } from './auth-options';
import { signInWithPassword } from './sign-in';

/** Proof of identity for a decision: a recent sign-in, or the password entered again. */
const HASH = 'a'.repeat(64);
const HOUR_MS = 3_600_000;
const LEFT_S = 1000;

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

async function oldSession(): Promise<string> {
  const token = { sub: 'usr_reviewer', workspaceId: api.workspaceId, epoch: 0 };
  const signedIn = { ...token, signedInAtMs: Date.now() - HOUR_MS };
  return `next-auth.session-token=${await encode({ token: signedIn, secret: config().secret, maxAge: LEFT_S })}`;
}

function asked(operation: string, cookie: string, call: object) {
  const headers = { cookie, origin: BASE_URL, 'sec-fetch-site': 'same-origin' };
  return api.call(operation, { as: null, headers, ...call });
}

async function reportInReview(): Promise<string> {
  const { db } = api.database;
  const id = `rep_${Math.floor(performance.now() * 1000)}`;
  const about = { workspaceId: api.workspaceId, kind: 'report', experimentId: 'exp_none', subjectId: id };
  const version = { version: 1, title: 'Report', hash: HASH, content: {}, createdBy: 'maker@example.com' };
  await db.strategyReport.create({ data: { id, ...about, ...version, state: 'inReview' } });
  await db.reportReview.create({ data: { reportId: id, userId: 'usr_reviewer', askedBy: 'test' } });
  return id;
}

const decision = async () => ({
  params: { reportId: await reportInReview() },
  body: { decision: 'accepted', hash: HASH },
});

const tokenIn = (cookie: string) =>
  decode({ token: cookie.split(';')[0]?.split('=')[1] ?? '', secret: config().secret });

describe('a sign-in of long ago', () => {
  it('decides nothing until the password is confirmed, and then what it is asked', async () => {
    const cookie = await oldSession();
    const refused = await asked('decideReview', cookie, await decision());
    expect(refused.json).toMatchObject({ status: 403, code: 'SIGN_IN_STALE', ruleId: 'REV-12' });
    const confirmed = await asked('confirmSignIn', cookie, { body: { password: api.password } });
    const renewed = confirmed.headers.get('set-cookie') ?? '';
    expect(renewed).toMatch(/^next-auth\.session-token=\S+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/);
    const accepted = await asked('decideReview', renewed.split(';')[0] ?? '', await decision());
    expect(accepted.json).toMatchObject({ state: 'accepted' });
    expect(await api.database.db.auditEntry.count({ where: { action: 'signIn.confirmed' } })).toBe(1);
  });

  it('is made no longer by confirming it', async () => {
    const cookie = await oldSession();
    const { headers } = await asked('confirmSignIn', cookie, { body: { password: api.password } });
    const [before, after] = await Promise.all([tokenIn(cookie), tokenIn(headers.get('set-cookie') ?? '')]);
    expect(Number(after?.exp)).toBeLessThanOrEqual(Number(before?.exp));
    expect(after).toMatchObject({ sub: 'usr_reviewer', epoch: 0 });
  });

  it('is confirmed by nothing but the person’s own password, and by no key', async () => {
    const wrong = await asked('confirmSignIn', await oldSession(), { body: { password: 'guessed' } });
    expect(wrong.json).toMatchObject({ status: 400, fields: [{ path: 'password' }] });
    expect(wrong.headers.get('set-cookie')).toBeNull();
    const key = await api.call('confirmSignIn', { body: { password: api.password } });
    expect(key.json).toMatchObject({ status: 403, code: 'ROLE_FORBIDDEN' });
  });

  it('cannot be guessed at faster than a sign-in', async () => {
    const cookie = await oldSession();
    for (let guess = 0; guess < 6; guess += 1)
      await asked('confirmSignIn', cookie, { body: { password: 'guessed' } });
    const right = await asked('confirmSignIn', cookie, { body: { password: api.password } });
    expect(right.status).toBe(400);
  });
});

describe('a session’s token', () => {
  it('holds when its person signed in, and a renewal leaves that as it is', async () => {
    const jwt = authOptions(async () => undefined).callbacks?.jwt;
    const user = await signInWithPassword('owner@example.com', api.password, '192.0.2.5');
    const made = (await jwt?.({ token: {}, user, account: null } as never)) as { signedInAtMs: number };
    expect(Math.abs(Date.now() - made.signedInAtMs)).toBeLessThan(60_000);
    const past = { ...made, signedInAtMs: 1 };
    expect(await jwt?.({ token: past, account: null } as never)).toEqual(past);
  });
});
