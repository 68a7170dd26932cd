import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { peerAddress, stampPeerAddresses } from './peer-address';

const server = createServer((request, response) => {
  response.end(peerAddress(request.headers['x-forwarded-for'] as string | undefined));
});

async function askedAs(forwardedFor: string): Promise<string> {
  const { port } = server.address() as AddressInfo;
  const headers = { 'x-forwarded-for': forwardedFor };
  return (await fetch(`http://127.0.0.1:${port}/`, { headers })).text();
}

describe('the address of the caller', () => {
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => void server.close());

  it('is what a proxy says that the operator trusts: its last entry, since the others may be invented', async () => {
    stampPeerAddresses(true);
    expect(await askedAs('6.6.6.6, 203.0.113.7')).toBe('203.0.113.7');
  });

  it('is the connection itself where no proxy is trusted, whatever the caller writes', async () => {
    stampPeerAddresses(false);
    expect(await askedAs('6.6.6.6, 203.0.113.7')).toBe('127.0.0.1');
    expect(await askedAs('')).toBe('127.0.0.1');
  });

  it('is one for all where nothing is known', () => {
    expect(peerAddress(null)).toBe('unknown');
    expect(peerAddress(' ')).toBe('unknown');
  });
});
