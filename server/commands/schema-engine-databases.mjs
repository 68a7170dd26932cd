/**
 * The databases that the schema engine works on: the real one, a scratch one next to it, or none. Corrects
 * where Prisma's Postgres adapter differs from the native engine.
 */
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { PrismaPg } from '@prisma/adapter-pg';
import { ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import pg from 'pg';

const CATALOGUE_CHAR = 18;
const TEXT = 25;
/** Names that the describer of schemas gives to columns of the type "char" which it reads as one character. */
const CHARACTERS = new Set(['constraint_type']);

const requireFromAdapter = createRequire(createRequire(import.meta.url).resolve('@prisma/adapter-pg'));

/** The adapter does not know the catalogue's "char" type, which the describer of schemas reads. */
export function readCatalogueCharAsText() {
  const Result = requireFromAdapter('pg/lib/result');
  const addFields = Result.prototype.addFields;
  Result.prototype.addFields = function addFieldsWithKnownTypes(fields) {
    for (const field of fields) if (field.dataTypeID === CATALOGUE_CHAR) field.dataTypeID = TEXT;
    return addFields.call(this, fields);
  };
}

/** @param {string | undefined} databaseUrl */
export function databasesOf(databaseUrl) {
  const schemaName = databaseUrl ? (new URL(databaseUrl).searchParams.get('schema') ?? undefined) : undefined;
  /**
   * Discrete settings: with a connection string, pg would ignore the `database` that a shadow connection
   * names.
   */
  const connection = requireFromAdapter('pg-connection-string').parseIntoClientConfig(
    databaseUrl ?? 'postgresql://localhost/postgres',
  );
  /** Callbacks that end the shadow databases still open. */
  const openShadows = [];

  return { connectToShadow, endShadows, noDatabase, realDatabase, runOn };

  async function runOn(database, sql) {
    const client = new pg.Client({ ...connection, database });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  }

  function endShadows() {
    return Promise.allSettled(openShadows.splice(0).map((end) => end()));
  }

  function realDatabase() {
    return {
      connect: async () => corrected(await new PrismaPg(connection, { schema: schemaName }).connect()),
      connectToShadowDb: connectToShadow,
    };
  }

  /**
   * Created here rather than by the adapter, which would drop the shadow database before it disconnects from
   * it.
   */
  async function connectToShadow() {
    const database = `prisma_migrate_shadow_db_${randomUUID()}`;
    await runOn(connection.database, `CREATE DATABASE "${database}"`);
    const pool = new pg.Pool({ ...connection, database });
    const adapter = corrected(await new PrismaPg(pool, { schema: schemaName }).connect());
    let ended;
    adapter.dispose = () => {
      ended ??= pool
        .end()
        .then(() => runOn(connection.database, `DROP DATABASE IF EXISTS "${database}" WITH (FORCE)`));
      return ended;
    };
    openShadows.push(adapter.dispose);
    return adapter;
  }
}

/**
 * The adapter would split a script at every semicolon, also inside the body of a function, and it tells a column
 * of one character from a text nowhere: at a CHECK constraint the engine panics on that.
 */
function corrected(adapter) {
  adapter.executeScript = async (script) => {
    try {
      await adapter.underlyingDriver().query(script);
    } catch (error) {
      adapter.onError(error);
    }
  };
  const { queryRaw } = adapter;
  adapter.queryRaw = async (query) => {
    const found = await queryRaw.call(adapter, query);
    const columnTypes = found.columnTypes.map((type, i) =>
      CHARACTERS.has(found.columnNames[i]) ? ColumnTypeEnum.Character : type,
    );
    return { ...found, columnTypes };
  };
  return adapter;
}

/** A connection without answers, sufficient to compare two schema files. */
function noDatabase() {
  const connect = async () => ({
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    dispose: async () => undefined,
    executeScript: async () => undefined,
    executeRaw: async () => 0,
    queryRaw: async () => ({ columnNames: [], columnTypes: [], rows: [] }),
    startTransaction: async () => {
      throw new Error('There is no database behind this comparison.');
    },
    getConnectionInfo: () => ({ schemaName: 'public', supportsRelationJoins: true }),
  });
  return { connect, connectToShadowDb: connect };
}
