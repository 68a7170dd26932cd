import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openLoopbackServer } from '@/server/adapters/testing/loopback-server';
import { startTestApi, type TestApi } from '@/server/http/testing/test-api';
import { ledgerPool } from '@/server/ledger/pool';
import { startWorker, type Worker } from '../run-worker';
import { EVERYTHING_PROGRAM, type EverythingServer, startEverything } from './testing/everything';

/** The list of a server's tools, from the request of the form to a worker and back. */
let api: TestApi;
let worker: Worker;
let everything: EverythingServer;
const folder = mkdtempSync(path.join(os.tmpdir(), 'waggle-tools-'));

beforeAll(async () => {
  const file = path.join(folder, 'commands.json');
  const { argv, memoryMb, processes, concurrency } = EVERYTHING_PROGRAM;
  writeFileSync(file, JSON.stringify({ everything: { use: 'mcp', argv, memoryMb, processes, concurrency } }));
  process.env.WAGGLE_COMMANDS = file;
  process.env.WAGGLE_ALLOWED_ADDRESSES = '127.0.0.1';
  everything = await startEverything();
  api = await startTestApi();
  worker = await startWorker({ databaseUrl: api.database.url, pool: ledgerPool(), runs: 1 });
  const commands = async () => (await api.call('listCommands', { query: { use: 'mcp' } })).json.items;
  const known = async () => expect(await commands()).toEqual([{ name: 'everything', workers: 1 }]);
  await vi.waitFor(known, { timeout: 60_000, interval: 100 });
});
afterAll(async () => {
  await worker.close(5_000);
  await api.close();
  await everything.kill();
  rmSync(folder, { recursive: true });
});

const list = (servers: readonly object[], more: object = {}) =>
  api.call('listTools', { body: { servers, ...more } });

describe('a list of tools', () => {
  it('comes from servers over HTTP and from programs alike', async () => {
    const { status, json } = await list([
      { via: 'http', name: 'web', url: everything.url },
      { via: 'command', name: 'everything' },
    ]);
    expect(status).toBe(200);
    const [web, program] = json.items as { server: string; fault: null; tools: { name: string }[] }[];
    expect([web?.server, program?.server]).toEqual(['web', 'everything']);
    const names = web?.tools.map(({ name }) => name) ?? [];
    expect(names).toEqual(expect.arrayContaining(['echo', 'get-sum']));
    expect(program?.tools.map(({ name }) => name)).toEqual(names);
  });

  it('says which server was not reached, and lists the others', async () => {
    const { json } = await list([
      { via: 'http', name: 'away', url: 'http://127.0.0.1:9/mcp' },
      { via: 'http', name: 'web', url: everything.url },
    ]);
    expect(json.items).toMatchObject([
      { server: 'away', tools: [], fault: expect.any(String) },
      { server: 'web', fault: null },
    ]);
  });

  it('is refused for private addresses and for programs that no worker knows', async () => {
    const inside = await list([{ via: 'http', name: 'inside', url: 'http://10.0.0.7/mcp' }]);
    expect(inside.json.code).toBe('ADDRESS_REFUSED');
    expect((await list([{ via: 'command', name: 'missing' }])).json.code).toBe('COMMAND_UNKNOWN');
  });

  it('sends the secret of an agent to the host that it belongs to, and to no other', async () => {
    const own = await openLoopbackServer((_asked, response) => response.writeHead(404).end());
    const other = await openLoopbackServer((_asked, response) => response.writeHead(404).end());
    const servers = (url: string) => [{ via: 'http', name: 'desk', url, withSecret: true }];
    const settings = { kind: 'tools', header: 'X-Key', servers: servers(own.url) };
    const agent = (await api.call('createAgent', { body: { name: 'Desk', settings } })).json;
    await api.call('setAgentSecret', { params: { agentId: agent.id }, body: { secret: 'open-sesame' } });
    for (const { url } of [own, other]) await list(servers(url), { header: 'X-Key', agentId: agent.id });
    expect(own.asked[0]?.headers['x-key']).toBe('open-sesame');
    expect(other.asked.length).toBeGreaterThan(0);
    for (const { headers } of other.asked) expect(headers['x-key']).toBeUndefined();
    await own.close();
    await other.close();
  });
});
