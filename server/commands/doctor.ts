import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { AppError } from '@/lib/errors/app-error';
import { findRuntime, isInstalled } from '@/server/commands/install.mjs';
import { runningStart } from '@/server/commands/run-lock';
import { isStale, PRISMA_CLIENT, WEB_BUILD } from '@/server/commands/stale';
import { objectsFault } from '@/server/commands/support/check-objects';
import { harborFault } from '@/server/commands/support/harbor-fault';
import { sandboxLines } from '@/server/commands/support/sandbox-lines';
import { besidePort, type Config, parseConfig, readDataDir } from '@/server/config/config';
import { isPortFree } from '@/server/config/ports';
import { pendingMigrations, unreachable } from '@/server/db/migrate';
import { findBinaries } from '@/server/db/postgres-process';
import { countKeptObjects } from '@/server/repositories/trace-objects';

/**
 * `npm run doctor`: checks everything that a start needs, changes nothing, and prints a fix for each fault.
 */

const DISK_BYTES_LEAST = 1_000_000_000;

interface Finding {
  readonly what: string;
  /** The finding; null if there is a fault. */
  readonly good: string | null;
  readonly fix?: string;
}

const good = (what: string, found: string): Finding => ({ what, good: found });
const bad = (what: string, fix: string): Finding => ({ what, good: null, fix });

function checkPackages(): Finding[] {
  const runtime = findRuntime();
  return [
    isInstalled()
      ? good('packages', 'installed')
      : bad('packages', 'They are missing or out of date: run npm start, which installs them.'),
    runtime
      ? good('Node', process.versions.node)
      : bad('Node', 'The pinned Node is missing: run npm rebuild node.'),
    isStale(PRISMA_CLIENT)
      ? bad('database client', 'It is out of date: run npm run db:generate, or npm start.')
      : good('database client', 'up to date'),
    isStale(WEB_BUILD)
      ? bad('pages', 'The build is out of date: run npm run build, or npm start.')
      : good('pages', 'built'),
  ];
}

function checkFolder(dataDir: string): Finding[] {
  let present = dataDir;
  while (!existsSync(present)) present = path.dirname(present);
  try {
    accessSync(present, constants.W_OK);
  } catch (error) {
    return [
      bad(
        'data folder',
        `${present} cannot be written (${(error as Error).message}): fix its owner, or set WAGGLE_DATA_DIR.`,
      ),
    ];
  }
  const { bavail, bsize } = statfsSync(present);
  const free = `${((bavail * bsize) / 1e9).toFixed(1)} GB free`;
  const isEnough = bavail * bsize >= DISK_BYTES_LEAST;
  return [
    good('data folder', dataDir),
    isEnough
      ? good('disk', free)
      : bad('disk', `Only ${free}: make room, or set WAGGLE_DATA_DIR to another disk.`),
  ];
}

function checkSettings(): { findings: Finding[]; settings: Config | null } {
  try {
    return { findings: [good('settings', 'can be used')], settings: parseConfig(process.env) };
  } catch (error) {
    if (!AppError.is(error)) throw error;
    const onlyDatabase =
      error.fields.length === 1 && error.fields[0]?.path === 'DATABASE_URL' && !process.env.DATABASE_URL;
    if (onlyDatabase)
      return {
        findings: [good('settings', 'can be used; the database is made by npm start')],
        settings: null,
      };
    return { findings: [bad('settings', error.userMessage)], settings: null };
  }
}

async function checkDatabase(settings: Config | null, isRunning: boolean): Promise<Finding[]> {
  if (!process.env.DATABASE_URL) {
    const { postgres } = await findBinaries();
    if (!isRunning) return [good('embedded Postgres', `${postgres}, not running; npm start starts it`)];
  }
  if (!settings) return [];
  const client = new pg.Client({ connectionString: settings.databaseUrl, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    const pending = await pendingMigrations(client);
    const fix = `Migrations wait (${pending.join(', ')}): run npm run db:deploy, or npm start.`;
    if (pending.length > 0) return [bad('database', fix)];
    return [good('database', 'answers and is up to date'), ...(await checkLeftObjects(settings, client))];
  } catch (error) {
    if ((error as { code?: string }).code === '42P01')
      return [bad('database', 'It is empty: run npm run db:deploy, or npm start.')];
    return [bad('database', unreachable(settings.databaseUrl, error))];
  } finally {
    await client.end();
  }
}

const STORE = 'object store';

async function checkObjects(settings: Config | null): Promise<Finding[]> {
  const objects = settings?.objects ?? null;
  if (objects === null) return [];
  const fault = await objectsFault(objects);
  return [fault === null ? good(STORE, `answers; the bucket is ${objects.bucket}`) : bad(STORE, fault)];
}

/** Traces that were moved need the store that is no longer set. */
async function checkLeftObjects({ objects }: Config, client: pg.Client): Promise<Finding[]> {
  const { objects: left } = objects === null ? await countKeptObjects(client) : { objects: 0 };
  return left === 0
    ? []
    : [bad(STORE, `It holds ${left} objects of traces and is not set: set WAGGLE_OBJECTS_URL again.`)];
}

async function checkHarbor(settings: Config | null): Promise<Finding[]> {
  const command = settings?.harborCommand ?? process.env.WAGGLE_HARBOR_COMMAND?.match(/\S+/g) ?? null;
  if (command === null) return [];
  const fault = await harborFault(command);
  return [fault === null ? good('harbor', `answers to ${command.join(' ')}`) : bad('harbor', fault)];
}

async function checkPorts(settings: Config | null, isRunning: boolean): Promise<Finding[]> {
  if (isRunning) return [good('ports', 'in use by the running Waggle')];
  const wanted = {
    PORT: settings?.port ?? Number(process.env.PORT || 3000),
    WAGGLE_SERVING_PORT:
      settings?.servingPort ??
      Number(process.env.WAGGLE_SERVING_PORT || besidePort(Number(process.env.PORT || 3000))),
    WAGGLE_PRACTICE_PORT: settings?.practicePort ?? 4010,
  };
  const findings = Object.entries(wanted).map(async ([name, port]) =>
    (await isPortFree(port))
      ? good(name, `${port} is free`)
      : bad(name, `Port ${port} is taken: stop the process that uses it, or set ${name}.`),
  );
  return Promise.all(findings);
}

const dataDir = readDataDir();
const running = runningStart(dataDir);
const { findings, settings } = checkSettings();
const all = [
  ...checkPackages(),
  ...checkFolder(dataDir),
  ...findings,
  good('running', running === null ? 'no' : `yes, as process ${running}`),
  ...(await checkDatabase(settings, running !== null)),
  ...(await checkObjects(settings)),
  ...(await checkPorts(settings, running !== null)),
  ...(await checkHarbor(settings)),
  ...(await sandboxLines()).map(([what, found]) => good(what, found)),
];
for (const { what, good: found, fix } of all)
  console.log(`${found === null ? 'FAULT' : 'ok   '} ${what}: ${found ?? fix}`);
process.exitCode = all.some((finding) => finding.good === null) ? 1 : 0;
