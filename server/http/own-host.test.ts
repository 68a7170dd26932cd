import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { NextRequest } from 'next/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Actor } from '@/lib/domain/actor';
import { forgetConfig } from '@/server/config/config';
import { isOwnHost } from './own-host';
import { gatePage } from './page-gate';
import { assertSameOrigin } from './same-origin';

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'waggle-host-'));
function configured(more: Readonly<Record<string, string>> = {}) {
  for (const [name, value] of Object.entries({
    ...{ DATABASE_URL: 'postgresql://u:p@127.0.0.1:9/x', WAGGLE_DATA_DIR: dataDir },
    ...{ WAGGLE_BASE_URL: '', WAGGLE_TRUST_PROXY: '', ...more },
  }))
    vi.stubEnv(name, value);
  forgetConfig();
}
beforeEach(() => configured());
afterEach(() => {
  vi.unstubAllEnvs();
  forgetConfig();
  rmSync(path.join(dataDir, 'secret'), { force: true });
});

const sentTo = (host: string, more: Readonly<Record<string, string>> = {}) => ({
  headers: new Headers({ host, ...more }),
});
const session: Actor = {
  ...{ workspaceId: 'w', role: 'owner', name: 'o', via: 'session', userId: 'u', keyId: null },
};

describe('the host of a request', () => {
  it('is own at every loopback name and port, and at a bare address, by default', () => {
    for (const host of [
      '127.0.0.1:3000',
      'localhost:3000',
      'LOCALHOST:8080',
      '[::1]:3000',
      '192.168.1.9:3000',
    ])
      expect([host, isOwnHost(sentTo(host))]).toEqual([host, true]);
    for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example:3000'])
      expect([host, isOwnHost(sentTo(host))]).toEqual([host, false]);
  });

  it('is the configured one, or loopback, where an origin is configured', () => {
    configured({ WAGGLE_BASE_URL: 'https://waggle.example.com' });
    expect(isOwnHost(sentTo('waggle.example.com'))).toBe(true);
    expect(isOwnHost(sentTo('127.0.0.1:3000'))).toBe(true);
    for (const host of ['waggle.example.com:81', 'evil.example', '192.168.1.9:3000'])
      expect([host, isOwnHost(sentTo(host))]).toEqual([host, false]);
  });

  it('is what a trusted proxy says, and not what a stranger says', () => {
    const forwarded = { 'x-forwarded-host': 'waggle.example.com' };
    configured({ WAGGLE_BASE_URL: 'https://waggle.example.com' });
    expect(isOwnHost(sentTo('web:3000', forwarded))).toBe(false);
    configured({ WAGGLE_BASE_URL: 'https://waggle.example.com', WAGGLE_TRUST_PROXY: '1' });
    expect(isOwnHost(sentTo('web:3000', forwarded))).toBe(true);
  });

  it('refuses a page of a foreign name with 421, before anything is looked up', async () => {
    const answer = await gatePage(new NextRequest('http://evil.example/runs', sentTo('evil.example')));
    expect([answer.status, answer.headers.get('location')]).toEqual([421, null]);
    const own = await gatePage(new NextRequest('http://localhost:3000/runs', sentTo('localhost:3000')));
    expect(own.status).toBe(307);
  });

  it('refuses what a cookie carries to a foreign name, whatever origin it states', () => {
    const to = (host: string, method: string) =>
      new Request('http://here.test/', { method, ...sentTo(host, { origin: `http://${host}` }) });
    for (const method of ['GET', 'POST'])
      expect(() => assertSameOrigin(to('evil.example', method), session)).toThrow(/is reached at/);
    expect(() => assertSameOrigin(to('localhost:3000', 'POST'), session)).not.toThrow();
  });
});
