import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { PgBoss } from 'pg-boss';
import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentSettings } from '@/lib/domain/agent';
import { canonicalHash } from '@/lib/domain/content-hash';
import { createTestDatabase, type TestDatabase } from '@/server/db/testing/test-database';
import { type Listener, makeListener } from '@/server/events/listener';
import { makeQueue, stopQueue } from '@/server/jobs/queue';
import { type SingleRollout, startSingleRollout, stopSingleRollout } from '@/server/jobs/single-rollouts';
import { closeLedgerPool } from '@/server/ledger/pool';
import { asEnvironment } from '@/server/ledger/testing/test-environment';
import { readAttempts } from '@/server/repositories/carried-attempts';
import { type SingleRollouts, startSingleRollouts } from './single-rollouts';

/** Programs of agents for tests, as an operator names them. */
const SCRIPT = `
let text = '';
process.stdin.on('data', (part) => { text += part; });
process.stdin.on('end', () => {
  const { version, rolloutId, attempt, task, candidate } = JSON.parse(text);
  const { question } = task.input;
  if (question === 'hang') return setInterval(() => undefined, 1000);
  if (question === 'crash') process.exit(3);
  const output = { text: question + '/' + candidate.components.system };
  console.log(JSON.stringify({ version, rolloutId, attempt, status: 'completed', output }));
});`;

let database: TestDatabase;
let folder: string;
let queue: PgBoss;
let listener: Listener;
let carried: SingleRollouts;
let agentId: string;
const workspaceId = `ws_${ulid()}`;
const closing = new AbortController();

beforeAll(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(path.join(os.tmpdir(), 'waggle-agents-'));
  writeFileSync(`${folder}/agent.cjs`, SCRIPT);
  const solver = { use: 'agent', argv: [process.execPath, `${folder}/agent.cjs`], concurrency: 4 };
  writeFileSync(`${folder}/commands.json`, JSON.stringify({ solver }));
  process.env.WAGGLE_COMMANDS = `${folder}/commands.json`;
  asEnvironment(database);
  await database.db.workspace.create({ data: { id: workspaceId, name: 'Lab' } });
  agentId = await makeAgent('solver');
  queue = await makeQueue({ databaseUrl: database.url, isWorker: true });
  listener = makeListener(database.url);
  carried = await startSingleRollouts({ pool: database.pg, queue, listener, closing: closing.signal });
});
afterAll(async () => {
  closing.abort();
  await carried.close();
  await listener.close();
  await queue.stop({ graceful: false });
  await stopQueue();
  await closeLedgerPool();
  await database.close();
  rmSync(folder, { recursive: true });
});

async function makeAgent(command: string): Promise<string> {
  const settings = agentSettings.parse({ kind: 'program', command, proxied: false });
  const id = `agt_${ulid()}`;
  const version = { version: 1, hash: canonicalHash(settings), settings, createdBy: 'test' };
  await database.db.agent.create({
    data: { id, workspaceId, name: `Agent ${id}`, createdBy: 'test', versions: { create: [version] } },
  });
  return id;
}

async function start(question: string, more: Partial<SingleRollout> = {}): Promise<string> {
  const rolloutId = `ro_${ulid()}`;
  await startSingleRollout({
    ...{ rolloutId, workspaceId, agentId, agentVersion: 1, purpose: 'test', by: 'usr_ada' },
    ...{ input: { question, context: '' }, components: { system: 'Be exact.' }, candidateHash: 'hash' },
    ...{ model: null, ...more },
  });
  return rolloutId;
}

const attempts = (id: string) => readAttempts(database.pg, id);
const status = async (id: string) => (await attempts(id)).at(-1)?.status;

describe('a rollout outside of runs', () => {
  it('is there at once, is carried by a worker, and keeps what came of it', async () => {
    const id = await start('How many?');
    expect(await attempts(id)).toHaveLength(1);
    await expect.poll(() => status(id)).toBe('completed');
    expect(await attempts(id)).toMatchObject([
      { purpose: 'test', attempt: 1, outcome: { output: { text: 'How many?/Be exact.' } } },
    ]);
  });

  it('fails with the program of its agent', async () => {
    const id = await start('crash');
    await expect.poll(() => status(id)).toBe('failed');
    expect(await attempts(id)).toMatchObject([{ fault: { failure: 'agent', fault: 'exited', code: 3 } }]);
  });

  it('is stopped by a person of its workspace, and stays stopped', async () => {
    const id = await start('hang');
    await expect.poll(() => status(id)).toBe('running');
    expect(await stopSingleRollout({ workspaceId: 'another', rolloutId: id })).toBe(false);
    expect(await stopSingleRollout({ workspaceId, rolloutId: id })).toBe(true);
    expect(await stopSingleRollout({ workspaceId, rolloutId: id })).toBe(false);
    const next = await start('How many?');
    await expect.poll(() => status(next)).toBe('completed');
    expect((await attempts(id)).map((one) => one.status)).toEqual(['stopped']);
  });

  it('is refused for a version that the workspace does not have', async () => {
    const wrong = [{ agentVersion: 2 }, { workspaceId: 'ws_another' }, { agentId: 'agt_none' }];
    for (const more of wrong) await expect(start('x', more)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('has failed once no worker that tried it knows the program of its agent', async () => {
    const id = await start('How many?', { agentId: await makeAgent('unknown') });
    await expect.poll(() => status(id)).toBe('failed');
    expect(await attempts(id)).toMatchObject([{ fault: { failure: 'infrastructure', fault: 'notStarted' } }]);
  });
});
