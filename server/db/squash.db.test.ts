import pg from 'pg';
import { expect, it } from 'vitest';
import { migrate, readMigrations, readUpgrade } from '@/server/db/migrate';
import { createEmptyDatabase } from '@/server/db/testing/test-database';

/** Everything that a schema consists of, a line each; columns by rank, since dropped ones leave gaps in attnum. */
const SCHEMA = `
WITH own AS (SELECT oid, relname, relkind, relpersistence, reloptions FROM pg_class
  WHERE relnamespace = current_schema()::regnamespace)
SELECT concat_ws(' ', 'relation', relname, relkind, relpersistence, reloptions) AS line FROM own
UNION ALL SELECT concat_ws(' ', 'column', relname, row_number() OVER (PARTITION BY attrelid ORDER BY attnum), attname,
    format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated, attstorage, attcompression,
    pg_get_expr(adbin, adrelid))
  FROM pg_attribute JOIN own ON own.oid = attrelid LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
  WHERE attnum > 0 AND NOT attisdropped AND relkind <> 'i'
UNION ALL SELECT 'index ' || pg_get_indexdef(oid) FROM own WHERE relkind = 'i'
UNION ALL SELECT concat_ws(' ', 'constraint', conrelid::regclass, conname, convalidated, pg_get_constraintdef(oid))
  FROM pg_constraint WHERE connamespace = current_schema()::regnamespace
UNION ALL SELECT concat_ws(' ', 'trigger', tgenabled, pg_get_triggerdef(pg_trigger.oid)) FROM pg_trigger
  JOIN own ON own.oid = tgrelid WHERE NOT tgisinternal
UNION ALL SELECT 'function ' || pg_get_functiondef(oid) FROM pg_proc
  WHERE pronamespace = current_schema()::regnamespace AND prokind <> 'a'
UNION ALL SELECT concat_ws(' ', 'aggregate', aggfnoid, aggtransfn, aggfinalfn, aggcombinefn, aggtranstype::regtype, agginitval)
  FROM pg_aggregate JOIN pg_proc ON pg_proc.oid = aggfnoid WHERE pronamespace = current_schema()::regnamespace
UNION ALL SELECT concat_ws(' ', 'type', typname, array_agg(enumlabel::text ORDER BY enumsortorder))
  FROM pg_type JOIN pg_enum ON enumtypid = pg_type.oid GROUP BY typname
UNION ALL SELECT concat_ws(' ', 'sequence', sequencename, data_type, start_value, increment_by, max_value, cycle)
  FROM pg_sequences WHERE schemaname = current_schema()
UNION ALL SELECT concat_ws(' ', 'owned sequence', s.relname, t.relname, attname) FROM pg_depend d
  JOIN own s ON s.oid = d.objid AND s.relkind = 'S' JOIN own t ON t.oid = d.refobjid
  JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = d.refobjsubid WHERE d.deptype IN ('a', 'i')
UNION ALL SELECT 'extension ' || extname FROM pg_extension
ORDER BY line`;

it('a database of the upgrade chain and a new one have the same schema and the same migrations', async () => {
  const [older, fresh] = [await createEmptyDatabase(), await createEmptyDatabase()];
  try {
    const chain = readUpgrade();
    // A backup from before the squash stops anywhere in the chain.
    await migrate(older.url, chain.slice(0, 30), []);
    const rest = chain.slice(30).map(({ name }) => name);
    const [squash, ...later] = readMigrations().map(({ name }) => name);
    expect(await migrate(older.url)).toEqual([...rest, ...later]);
    expect(await migrate(fresh.url)).toEqual([squash, ...later]);

    const made = await read(fresh.url, SCHEMA);
    expect(made.length).toBeGreaterThan(1000);
    expect(await read(older.url, SCHEMA)).toEqual(made);
    const rows = 'SELECT migration_name || checksum AS line FROM _prisma_migrations ORDER BY 1';
    expect(await read(older.url, rows)).toEqual(await read(fresh.url, rows));
  } finally {
    await Promise.all([older.close(), fresh.close()]);
  }
});

async function read(url: string, sql: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<{ line: string }>(sql)).rows.map(({ line }) => line);
  } finally {
    await client.end();
  }
}
