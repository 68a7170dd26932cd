#!/usr/bin/env node
/**
 * Prisma's schema engine without its native binary: speaks the protocol that the Prisma command line expects of
 * that binary (JSON-RPC lines on stdio, and the sub-commands of `cli`) on top of the WebAssembly engine from npm.
 * Migrations therefore work where only a package registry can be reached. Independent of Waggle's schema.
 */
import { readFileSync } from 'node:fs';
import readline from 'node:readline';
import { fileURLToPath } from 'node:url';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import * as engineBindings from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';
import { databasesOf, readCatalogueCharAsText } from './schema-engine-databases.mjs';

const JSON_RPC_ENGINE_ERROR = 4466;

/** The last panic of the engine, which says here what it stumbled on before it ends. */
let panic = '';
globalThis.PRISMA_WASM_PANIC_REGISTRY = {
  set_message(message) {
    panic = message;
  },
};
/** A panic leaves no request to answer: without a word here the command line would end with "" or with success. */
process.on('uncaughtException', (error) => {
  endWithError('P0000', panic || error.stack || String(error));
});

const options = parseArguments(process.argv.slice(2));
const databaseUrl = options.datasource.url;
const { connectToShadow, endShadows, noDatabase, realDatabase, runOn } = databasesOf(databaseUrl);
const schemaFiles = options.datamodels.map((file) => [file, readFileSync(file, 'utf8')]);

if (options.version) console.log('schema-engine-cli wasm');
else if (options.cli) await runCliCommand(options.cli);
else await serve();

/** @param {string[]} argv */
function parseArguments(argv) {
  /** @type {{ version: boolean, datamodels: string[], datasource: { url?: string }, cli: string | undefined }} */
  const parsed = { version: argv[0] === '--version', datamodels: [], datasource: {}, cli: undefined };
  for (let i = 0; i < argv.length; i++) {
    const value = argv[i + 1] ?? '';
    if (argv[i] === '--datamodels') parsed.datamodels.push(value);
    else if (argv[i] === '--datasource') parsed.datasource = JSON.parse(value);
    else if (argv[i] === 'cli') parsed.cli = value;
    else continue;
    i++;
  }
  return parsed;
}

/** The command line skips the first line on stderr and parses the others as JSON. */
function endWithError(code, message) {
  const line = (level, fields) =>
    process.stderr.write(`${JSON.stringify({ level, target: 'schema_engine::logger', fields })}\n`);
  line('INFO', { message: 'Starting schema engine CLI' });
  line('ERROR', { error_code: code, message });
  process.exit(1);
}

/** @param {string} command */
async function runCliCommand(command) {
  const url = new URL(databaseUrl ?? '');
  const name = decodeURIComponent(url.pathname.slice(1)) || 'postgres';
  const quoted = pg.escapeIdentifier(name);
  const statements = {
    'can-connect-to-database': { database: name, sql: 'SELECT 1' },
    'create-database': { database: 'postgres', sql: `CREATE DATABASE ${quoted}` },
    'drop-database': { database: 'postgres', sql: `DROP DATABASE IF EXISTS ${quoted} WITH (FORCE)` },
  };
  const statement = statements[command];
  if (!statement) endWithError('P1001', `The schema engine knows no command ${command}.`);
  try {
    await runOn(statement.database, statement.sql);
  } catch (error) {
    const answers = {
      '3D000': ['P1003', `Database \`${name}\` does not exist`],
      '28P01': ['P1000', `Authentication failed against the database server at ${url.host}`],
      28000: ['P1000', `Authentication failed against the database server at ${url.host}`],
      '42P04': ['P1009', `Database \`${name}\` already exists`],
    };
    const [code, message] = answers[error.code] ?? [
      'P1001',
      `Can't reach database server at ${url.host}: ${error.message || error.code}`,
    ];
    endWithError(code, message);
  }
}

async function serve() {
  readCatalogueCharAsText();
  await loadEngine();
  let last = Promise.resolve();
  const lines = readline.createInterface({ input: process.stdin });
  lines.on('line', (line) => {
    if (line.trim()) last = last.then(() => answer(JSON.parse(line)));
  });
  lines.on('close', () => last.then(() => process.exit(0)));
}

async function loadEngine() {
  const script = fileURLToPath(import.meta.resolve('@prisma/schema-engine-wasm/schema_engine_bg'));
  const bytes = readFileSync(script.replace(/\.js$/, '.wasm'));
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': engineBindings });
  engineBindings.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
}

async function answer({ id, method, params }) {
  if (id === undefined || method === undefined) return;
  try {
    const result = await call(method, params);
    // Before the answer: the command line kills this process as soon as it has it.
    await endShadows();
    if (method === 'diff' && result?.stdout != null) {
      send({ id: 1_000_000 + id, method: 'print', params: { content: result.stdout } });
    }
    send({ id, result: result ?? null });
  } catch (error) {
    await endShadows();
    const data = {
      is_panic: false,
      message: error?.message ?? String(error),
      meta: error?.meta ?? null,
      error_code: error?.code ?? null,
    };
    send({
      id,
      error: {
        code: JSON_RPC_ENGINE_ERROR,
        message: 'An error happened. Check the data field for details.',
        data,
      },
    });
  }
}

function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

async function call(method, params) {
  if (method === 'ensureConnectionValidity' || method === 'debugPanic') return {};
  if (method === 'getDatabaseVersion') return (await engineOn(realDatabase())).version(params);
  if (method === 'diff') return diff(params);
  // A fresh engine per call: after applyMigrations an instance cannot open a shadow database any more.
  const engine = await engineOn(realDatabase());
  if (method === 'evaluateDataLoss' || method === 'createMigration') {
    // Only this call gives the instance access to a shadow database.
    await engine.devDiagnostic({ migrationsList: params.migrationsList, filters: params.filters });
  }
  return engine[method](params);
}

async function diff(params) {
  const tags = [params.from.tag, params.to.tag];
  if (tags.every((tag) => tag === 'empty' || tag === 'schemaDatamodel')) {
    return (await engineOn(noDatabase())).diff(params);
  }
  if (!tags.includes('migrations')) return (await engineOn(realDatabase())).diff(params);
  // `diff` replays migrations on the connected database, so it gets a scratch database of its own.
  const scratch = await connectToShadow();
  const same = async () => Object.assign(Object.create(scratch), { dispose: async () => undefined });
  return (await engineOn({ connect: same, connectToShadowDb: same })).diff(params);
}

function engineOn(factory) {
  const bound = bindMigrationAwareSqlAdapterFactory({
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    ...factory,
  });
  return engineBindings.SchemaEngine.new(
    { datamodels: schemaFiles.length > 0 ? schemaFiles : undefined },
    () => undefined,
    bound,
  );
}
