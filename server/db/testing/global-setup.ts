import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '@/server/db/embedded-postgres';
import { migrate } from '@/server/db/migrate';
import { databaseUrl } from '@/server/db/testing/database-url';

/**
 * Once per test run: a Postgres in a temporary folder (or the server of TEST_DATABASE_URL) with one migrated
 * template that every test file clones.
 */

declare module 'vitest' {
  export interface ProvidedContext {
    adminDatabaseUrl: string;
    templateDatabase: string;
  }
}

/** Nothing here needs to outlive the tests. */
const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' };

interface TestServer {
  readonly adminUrl: string;
  readonly template: string;
  stop(): Promise<void>;
}

/** Projects of one test run share it; the last one stops it. */
const shared = globalThis as typeof globalThis & {
  waggleTestServer?: { users: number; readonly opened: Promise<TestServer> } | undefined;
};

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.waggleTestServer ??= { users: 0, opened: openServer() };
  const kept = shared.waggleTestServer;
  kept.users += 1;
  const { adminUrl, template, stop } = await kept.opened;
  project.provide('adminDatabaseUrl', adminUrl);
  project.provide('templateDatabase', template);
  return async () => {
    kept.users -= 1;
    if (kept.users > 0) return;
    shared.waggleTestServer = undefined;
    await stop();
  };
}

async function openServer(): Promise<TestServer> {
  const given = process.env.TEST_DATABASE_URL;
  const server = given ? { adminUrl: given, stop: async () => undefined } : await startTemporaryServer();
  const template = `waggle_template_${process.pid}`;
  const drop = `DROP DATABASE IF EXISTS ${template} WITH (FORCE)`;
  await onServer(server.adminUrl, drop);
  await onServer(server.adminUrl, `CREATE DATABASE ${template}`);
  await migrate(databaseUrl(server.adminUrl, template));
  return {
    adminUrl: server.adminUrl,
    template,
    async stop() {
      if (given) await onServer(server.adminUrl, drop);
      await server.stop();
    },
  };
}

async function startTemporaryServer() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'waggle-test-'));
  const server = await startEmbeddedPostgres(folder, { settings: FAST });
  return {
    adminUrl: databaseUrl(server.url, 'postgres'),
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function onServer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
