import { encode } from 'next-auth/jwt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { config } from '@/server/config/config';
import { BASE_URL, startTestApi, type TestApi } from '@/server/http/testing/test-api';
import { signInByInvitation, signInWithPassword } from './sign-in';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

async function sessionOf(role: string): Promise<Record<string, string>> {
  const signedIn = await signInWithPassword(`${role}@example.com`, api.password, '192.0.2.1');
  const token = { sub: signedIn?.id, workspaceId: signedIn?.workspaceId, epoch: signedIn?.epoch };
  const cookie = await encode({ token, secret: config().secret });
  return { cookie: `next-auth.session-token=${cookie}` };
}

describe('signing in', () => {
  it('accepts the right password, with the address in upper or lower case', async () => {
    expect(await signInWithPassword(' Owner@Example.com', api.password, '192.0.2.1')).toMatchObject({
      id: 'usr_owner',
    });
  });

  it('returns the same null for a wrong password and an unknown address', async () => {
    expect(await signInWithPassword('owner@example.com', 'wrong', '192.0.2.9')).toBeNull();
    expect(await signInWithPassword('unknown@example.com', 'wrong', '192.0.2.9')).toBeNull();
  });

  it('blocks a network address that guesses, but not the person at another one', async () => {
    for (let guess = 0; guess < 5; guess += 1)
      await signInWithPassword('viewer@example.com', 'no', '192.0.2.66');
    expect(await signInWithPassword('viewer@example.com', api.password, '192.0.2.66')).toBeNull();
    expect(await signInWithPassword('viewer@example.com', api.password, '192.0.2.1')).not.toBeNull();
  });

  it('through another identity provider requires an invitation', async () => {
    expect(await signInByInvitation('reviewer@example.com')).toMatchObject({ id: 'usr_reviewer' });
    expect(await signInByInvitation('stranger@example.com')).toBeNull();
  });
});

describe('a session', () => {
  it('has the role stored in the database', async () => {
    expect((await api.call('readMe', { as: null, headers: await sessionOf('reviewer') })).json).toMatchObject(
      {
        role: 'reviewer',
        via: 'session',
        name: 'reviewer@example.com',
      },
    );
  });

  it('that is forged or signed with another secret is refused', async () => {
    const forged = await encode({
      token: { sub: 'usr_owner', workspaceId: 'wsp_test', epoch: 0 },
      secret: 'x',
    });
    for (const cookie of [`next-auth.session-token=${forged}`, 'next-auth.session-token=nonsense']) {
      expect((await api.call('readMe', { as: null, headers: { cookie } })).status).toBe(401);
    }
  });

  it('permits changes only from our own pages', async () => {
    const session = await sessionOf('owner');
    const body = { name: 'by cookie', role: 'viewer' };
    const send = async (headers: Record<string, string>) =>
      (await api.call('createKey', { as: null, body, headers: { ...session, ...headers } })).status;
    expect(await send({})).toBe(403);
    expect(await send({ origin: 'https://evil.example.com' })).toBe(403);
    expect(await send({ origin: BASE_URL, 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await send({ origin: BASE_URL, 'sec-fetch-site': 'same-origin' })).toBe(201);
  });

  it('ends at once when the password changes or the person is disabled', async () => {
    const page = { origin: BASE_URL, 'sec-fetch-site': 'same-origin' };
    const session = { ...(await sessionOf('experimenter')), ...page };
    const change = { currentPassword: api.password, newPassword: 'a brand new password' };
    const wrong = { ...change, currentPassword: 'not mine at all' };
    expect((await api.call('changePassword', { as: null, headers: session, body: wrong })).status).toBe(400);
    expect((await api.call('changePassword', { as: null, headers: session, body: change })).status).toBe(200);
    expect((await api.call('readMe', { as: null, headers: session })).status).toBe(401);

    const other = await sessionOf('reviewer');
    await api.call('updatePerson', { params: { personId: 'usr_reviewer' }, body: { disabled: true } });
    expect((await api.call('readMe', { as: null, headers: other })).status).toBe(401);
    expect(await signInWithPassword('reviewer@example.com', api.password, '192.0.2.1')).toBeNull();
  });
});
