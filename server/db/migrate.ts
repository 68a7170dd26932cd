import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { AppError } from '@/lib/errors/app-error';

/**
 * Applies prisma/migrations at start-up without Prisma's command line, and keeps the same `_prisma_migrations`
 * table, so that the command line agrees with what it finds. The first migration is a squash: a new database starts with
 * it, and a database with older rows takes the rest of prisma/upgrade, after which one row of the squash replaces them.
 */

/** Any number will do as long as every start of Waggle takes the same; a backup shares it. */
export const MIGRATION_LOCK = 72_707_369;

const MIGRATIONS_TABLE = `
CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  "id" VARCHAR(36) PRIMARY KEY NOT NULL,
  "checksum" VARCHAR(64) NOT NULL,
  "finished_at" TIMESTAMPTZ,
  "migration_name" VARCHAR(255) NOT NULL,
  "logs" TEXT,
  "rolled_back_at" TIMESTAMPTZ,
  "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(),
  "applied_steps_count" INTEGER NOT NULL DEFAULT 0
)`;

export interface Migration {
  readonly name: string;
  readonly sql: string;
}

interface AppliedRow {
  readonly migration_name: string;
  readonly checksum: string;
  readonly finished_at: Date | null;
}

/** Migrations before the squash, for databases that were made with them. */
export const readUpgrade = () => readMigrations(path.resolve('prisma/upgrade'));

/** The migrations of the project in their order, the squash first. */
export function readMigrations(folder = path.resolve('prisma/migrations')): Migration[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .map((name) => ({ name, sql: readFileSync(path.join(folder, name, 'migration.sql'), 'utf8') }));
}

/**
 * Brings the database up to date; the names of what it applied. Two that start at once wait for each other. A restore
 * names the migrations of its backup, older ones without an `upgrade`.
 */
export async function migrate(
  databaseUrl: string,
  migrations = readMigrations(),
  upgrade = readUpgrade(),
): Promise<string[]> {
  const client = await connect(databaseUrl);
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(MIGRATIONS_TABLE);
    const upgraded = await upgradeToSquash(client, migrations[0], upgrade);
    return [...upgraded, ...(await applyPending(client, migrations))];
  } finally {
    await client.end();
  }
}

async function upgradeToSquash(
  client: pg.Client,
  squash: Migration | undefined,
  upgrade: readonly Migration[],
): Promise<string[]> {
  if (squash === undefined || !isBeforeSquash(await appliedRows(client), upgrade)) return [];
  const applied = await applyPending(client, upgrade);
  await inTransaction(client, squash.name, async () => {
    await client.query('DELETE FROM "_prisma_migrations"');
    await noteApplied(client, squash);
  });
  return applied;
}

function isBeforeSquash(rows: readonly AppliedRow[], upgrade: readonly Migration[]): boolean {
  return rows.some((row) => upgrade.some(({ name }) => name === row.migration_name));
}

/** Names of migrations that the next start applies. */
export async function pendingMigrations(client: pg.Client): Promise<string[]> {
  const rows = await appliedRows(client);
  const [upgrade, migrations] = [readUpgrade(), readMigrations()];
  const all = isBeforeSquash(rows, upgrade) ? [...upgrade, ...migrations.slice(1)] : migrations;
  return all.flatMap(({ name }) => (rows.some((row) => row.migration_name === name) ? [] : [name]));
}

async function applyPending(client: pg.Client, migrations: readonly Migration[]): Promise<string[]> {
  const pending = await pendingOf(client, migrations);
  for (const migration of pending) await apply(client, migration);
  return pending.map(({ name }) => name);
}

async function connect(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    return client;
  } catch (error) {
    throw new AppError('DATABASE_UNAVAILABLE', unreachable(databaseUrl, error), { cause: error });
  }
}

async function pendingOf(client: pg.Client, migrations: readonly Migration[]): Promise<Migration[]> {
  const rows = await appliedRows(client);
  for (const row of rows) refuseUnlessKnown(row, migrations);
  const applied = new Set(rows.map((row) => row.migration_name));
  return migrations.filter((migration) => !applied.has(migration.name));
}

async function appliedRows(client: pg.Client): Promise<AppliedRow[]> {
  const { rows } = await client.query<AppliedRow>(
    'SELECT "migration_name", "checksum", "finished_at" FROM "_prisma_migrations" WHERE "rolled_back_at" IS NULL',
  );
  return rows;
}

function refuseUnlessKnown(row: AppliedRow, migrations: readonly Migration[]): void {
  const migration = migrations.find((one) => one.name === row.migration_name);
  if (!migration) {
    throw broken(
      `The database holds migration ${row.migration_name}, which this version does not know: start the newer version.`,
    );
  }
  if (row.finished_at === null) {
    throw broken(
      `Migration ${row.migration_name} once stopped half-way: restore a backup, or mark it with npm run db:resolve.`,
    );
  }
  if (row.checksum !== migrationChecksum(migration.sql)) {
    throw broken(
      `Migration ${row.migration_name} was changed after it was applied: put its file back as it was.`,
    );
  }
}

/** One transaction for the SQL and its row, so that a crash leaves neither. */
async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await inTransaction(client, migration.name, async () => {
    await client.query(migration.sql);
    await noteApplied(client, migration);
  });
}

async function noteApplied(client: pg.Client, { name, sql }: Migration): Promise<void> {
  await client.query(
    `INSERT INTO "_prisma_migrations" ("id", "checksum", "migration_name", "finished_at", "applied_steps_count")
     VALUES ($1, $2, $3, now(), 1)`,
    [randomUUID(), migrationChecksum(sql), name],
  );
}

async function inTransaction(client: pg.Client, name: string, work: () => Promise<void>): Promise<void> {
  try {
    await client.query('BEGIN');
    await work();
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw broken(`Migration ${name} failed and was taken back: ${(error as Error).message}.`, error);
  }
}

export function migrationChecksum(sql: string): string {
  return createHash('sha256').update(sql).digest('hex');
}

function broken(message: string, cause?: unknown): AppError {
  return new AppError('CONFIG_INVALID', message, { cause });
}

/** One sentence for the person who gave the address. Never repeats the password. */
export function unreachable(databaseUrl: string, error: unknown): string {
  const url = new URL(databaseUrl);
  const where = `${url.hostname}:${url.port || '5432'}`;
  const name = decodeURIComponent(url.pathname.slice(1)) || 'postgres';
  switch ((error as { code?: string }).code) {
    case '28P01':
    case '28000':
      return `Postgres at ${where} refuses user ${url.username || '(none)'}: correct user and password in DATABASE_URL.`;
    case '3D000':
      return `Postgres at ${where} has no database named ${name}: create it, or correct DATABASE_URL.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The host ${url.hostname} of DATABASE_URL is not known: correct it.`;
    default:
      return `No Postgres answers at ${where}: start it, or correct DATABASE_URL.`;
  }
}
