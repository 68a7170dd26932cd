import pg from 'pg';

/** The contents of a backup: the tables of Waggle's schema with their columns, sequences and migrations. */

export interface Table {
  readonly name: string;
  /** Without generated columns, which Postgres computes itself. */
  readonly columns: readonly string[];
}

export interface Applied {
  readonly name: string;
  readonly checksum: string;
}

/**
 * Written by the migrations themselves. The queue's tables are in a separate schema: Waggle queues due jobs
 * again.
 */
const OWN_BOOKS = '_prisma_migrations';

export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relname <> $1
       AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     GROUP BY c.relname ORDER BY c.relname`,
    [OWN_BOOKS],
  );
  return rows;
}

/** In order; empty if the database was never migrated. */
export async function listApplied(client: pg.Client): Promise<Applied[]> {
  const { rows: found } = await client.query('SELECT to_regclass($1) IS NOT NULL AS there', [
    `"${OWN_BOOKS}"`,
  ]);
  if (!found[0].there) return [];
  const { rows } = await client.query<Applied>(
    `SELECT migration_name AS name, checksum FROM "${OWN_BOOKS}"
     WHERE rolled_back_at IS NULL AND finished_at IS NOT NULL ORDER BY migration_name`,
  );
  return rows;
}

export async function listSequences(client: pg.Client) {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace AND relkind = 'S' ORDER BY relname`,
  );
  const read = [];
  for (const { name } of rows) {
    const { rows: state } = await client.query<{ lastValue: string; isCalled: boolean }>(
      `SELECT last_value::text AS "lastValue", is_called AS "isCalled" FROM ${quoted(name)}`,
    );
    if (state[0]) read.push({ name, ...state[0] });
  }
  return read;
}

/** The first table with a row, or null if all are empty. */
export async function firstFilled(client: pg.Client, tables: readonly Table[]): Promise<string | null> {
  for (const { name } of tables) {
    const { rows } = await client.query(`SELECT EXISTS (SELECT 1 FROM ${quoted(name)}) AS filled`);
    if (rows[0].filled) return name;
  }
  return null;
}

export const quoted = (name: string) => pg.escapeIdentifier(name);

/**
 * The text of a value depends on these settings; both directions use the same. No server timeout may cut a
 * long copy.
 */
const SESSION = `
SET client_encoding TO 'UTF8'; SET DateStyle TO 'ISO, YMD'; SET IntervalStyle TO 'postgres'; SET TimeZone TO 'UTC';
SET extra_float_digits TO 3; SET bytea_output TO 'hex'; SET synchronize_seqscans TO off; SET statement_timeout TO 0;
SET lock_timeout TO 0; SET idle_in_transaction_session_timeout TO 0`;

export async function connectForCopy(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, keepAlive: true });
  // A running query reports a lost connection itself.
  client.on('error', () => undefined);
  await client.connect();
  await client.query(SESSION);
  return client;
}
