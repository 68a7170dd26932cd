import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Actor } from '@/lib/domain/actor';
import { contentHash } from '@/lib/domain/content-hash';
import { makeKeySecret } from '@/server/accounts/key-secret';
import { operatorOf } from '@/server/commands/support/operator';
import { YOUNG_GENERATION } from '@/server/commands/support/young-generation';
import { forgetConfig } from '@/server/config/config';
import { freePort } from '@/server/config/ports';
import { closeDb, db } from '@/server/db/client';
import { startEmbeddedPostgres } from '@/server/db/embedded-postgres';
import { migrate } from '@/server/db/migrate';
import { closeLedgerPool } from '@/server/ledger/pool';
import { type LoadConnection, openLoadConnection } from './load-connection';

/**
 * A slot in a database of the bench's own, and flag servers over it in processes of their own, asked over loopback. The
 * database can be stopped and started again at its address.
 */
export interface ServingLab {
  readonly slotId: string;
  /** With the scopes evaluate and ingest. */
  readonly key: string;
  readonly actor: Actor<'revert'>;
  /** Versions 1, which is live, and 2. */
  readonly promptIds: readonly [string, string];
  startServer(): Promise<ServingProcess>;
  stopDatabase(): Promise<void>;
  startDatabase(): Promise<void>;
  close(): Promise<void>;
}

export interface ServingProcess {
  readonly url: string;
  readonly pid: number | null;
  /** In good order, as an operator would. */
  stop(): Promise<void>;
}

const WORKSPACE = 'wsp_bench';
const SLOT = 'slt_bench';
const PROMPTS = ['spr_bench_1', 'spr_bench_2'] as const;

export async function openServingLab(providerUrl?: string): Promise<ServingLab> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'waggle-bench-'));
  let postgres = await startEmbeddedPostgres(dataDir);
  await migrate(postgres.url);
  const settings = {
    ...{ DATABASE_URL: postgres.url, WAGGLE_DATA_DIR: dataDir, WAGGLE_ALLOWED_ADDRESSES: '127.0.0.1' },
    ...{
      WAGGLE_SECRET: 'a secret of the bench, long enough to be one',
      WAGGLE_EVALUATIONS_PER_MINUTE: '100000000',
    },
  };
  Object.assign(process.env, settings);
  // Another part of the bench may have read those of its own database.
  forgetConfig();
  const endDatabase = async () => {
    await Promise.allSettled([closeDb(), closeLedgerPool()]);
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  const key = await seed(providerUrl).catch(async (error: unknown) => {
    await endDatabase();
    throw error;
  });
  const running: ServingProcess[] = [];
  return {
    slotId: SLOT,
    key,
    promptIds: PROMPTS,
    actor: operatorOf(WORKSPACE, 'bench'),
    async startServer() {
      const started = await startThinServer(settings);
      running.push(started);
      return started;
    },
    stopDatabase: () => postgres.stop(),
    async startDatabase() {
      postgres = await startEmbeddedPostgres(dataDir);
      if (postgres.url !== settings.DATABASE_URL)
        throw new Error('The database came back at another address.');
    },
    async close() {
      await Promise.all(running.map((one) => one.stop()));
      await endDatabase();
    },
  };
}

async function seed(providerUrl: string | undefined): Promise<string> {
  const tables = db();
  const createdBy = 'bench';
  await tables.workspace.create({ data: { id: WORKSPACE, name: 'Bench' } });
  const slot = {
    id: SLOT,
    workspaceId: WORKSPACE,
    slug: 'bench',
    kind: 'production',
    name: 'Bench',
    createdBy,
  };
  await tables.slot.create({ data: slot });
  for (const [index, id] of PROMPTS.entries()) {
    const text = `You are version ${index + 1}. ${'Weigh every figure twice. '.repeat(40)}`;
    const version = { id, slotId: SLOT, version: index + 1, sha256: contentHash(text), text, model: 'stub' };
    await tables.servedPrompt.create({ data: { ...version, isPractice: false, createdBy } });
  }
  await tables.slot.update({ where: { id: SLOT }, data: { livePromptId: PROMPTS[0] } });
  if (providerUrl !== undefined) {
    const provider = {
      ...{ id: 'prv_bench', workspaceId: WORKSPACE, name: 'Stub', baseUrl: `${providerUrl}/v1` },
      // More than any part of the bench asks for at once.
      concurrency: 4_096,
    };
    await tables.provider.create({ data: provider });
  }
  const { secret, hash, prefix } = makeKeySecret();
  const scopes = ['evaluate', 'ingest'];
  const of = {
    id: 'key_bench',
    workspaceId: WORKSPACE,
    name: 'Bench',
    slotId: SLOT,
    scopes,
    createdBy,
  } as const;
  await tables.apiKey.create({ data: { ...of, role: 'viewer', secretHash: hash, prefix } });
  return secret;
}

/** The flag server, which is also the recording proxy, over the database that the settings name. */
export async function startThinServer(settings: Readonly<Record<string, string>>): Promise<ServingProcess> {
  const port = await freePort();
  const child = spawn(process.execPath, [YOUNG_GENERATION, '--import', 'tsx', 'server/serving/main.ts'], {
    env: { ...process.env, ...settings, NODE_ENV: 'production', WAGGLE_SERVING_PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The flag server ended with code ${code}.`)));
    child.stdout?.once('data', () => resolve());
  });
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? null,
    async stop() {
      if (child.exitCode !== null) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

export interface Evaluated {
  readonly server: number;
  readonly status: number;
  readonly text: string;
  readonly askedMs: number;
  readonly answeredMs: number;
}

const EVALUATE = '/ofrep/v1/evaluate/flags/prompt.bench';

/** Asks the servers in turn over so many connections each until it is told to stop; hears every answer. */
export async function keepAsking(
  {
    servers,
    key,
    connections,
  }: { readonly servers: readonly ServingProcess[]; readonly key: string; readonly connections: number },
  hear: (one: Evaluated) => void,
  stopped: AbortSignal,
): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  let asked = 0;
  const ask = async (connection: LoadConnection, server: number) => {
    while (!stopped.aborted) {
      asked += 1;
      const askedMs = performance.now();
      const { status, text } = await connection.ask(`{"context":{"targetingKey":"user-${asked % 10_000}"}}`);
      hear({ server, status, text, askedMs, answeredMs: performance.now() });
    }
    connection.close();
  };
  const places = servers.flatMap(({ url }, server) =>
    Array.from({ length: connections }, () => ({ url, server })),
  );
  await Promise.all(
    places.map(async ({ url, server }) =>
      ask(await openLoadConnection(url, { path: EVALUATE, headers }), server),
    ),
  );
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
