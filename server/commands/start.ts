import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '@/lib/errors/app-error';
import { makePrismaClient, makeWebBuild, stopMaking } from '@/server/commands/make';
import { takeRunLock } from '@/server/commands/run-lock';
import { createSupervisor, lastLine, type ProcessPlan, type Supervisor } from '@/server/commands/supervisor';
import { knownSentence } from '@/server/commands/support/known-sentence';
import { YOUNG_GENERATION } from '@/server/commands/support/young-generation';
import { type Config, config, readDataDir } from '@/server/config/config';
import { isPortFree } from '@/server/config/ports';
import { keepPostgres } from '@/server/db/keep-postgres';
import { migrate } from '@/server/db/migrate';

/**
 * `npm start`: from whatever state this machine is in to a living page. Each step is skipped when its result is
 * there already, so a second start takes seconds. Stopping goes the same way backwards.
 */

const HEALTH_LIMIT_MS = 120_000;
const PRACTICE_LIMIT_MS = 30_000;
const CRASHES_MAX = 3;
/** npm, the launcher and the terminal may all pass on one Ctrl-C; only a later one is a second. */
const SAME_SIGNAL_MS = 1_000;

const isDev = process.argv.includes('--dev');
const tell = (sentence: string) => console.log(sentence);
const undo: (() => Promise<void> | void)[] = [];
let supervisor: Supervisor | undefined;
let stopAskedAt = 0;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(0));
process.on('disconnect', () => stop(0));
process.channel?.unref();

try {
  await start();
} catch (error) {
  if (stopAskedAt === 0) {
    console.error(knownSentence(error) ?? error);
    await stop(1);
  }
}

async function start(): Promise<void> {
  const dataDir = readDataDir();
  process.env.WAGGLE_DATA_DIR = dataDir;
  const lock = await takeRunLock(dataDir, tell);
  undo.push(() => lock.release());
  supervisor = createSupervisor({ tell, onChange: lock.noteChildren });
  const settings = await startDatabase(dataDir);
  await refuseTakenPorts(settings);
  await makePrismaClient();
  const applied = await migrate(settings.databaseUrl);
  if (applied.length > 0) tell(`Database brought up to date (${applied.length} migrations).`);
  const { practiceModel, worker, flagServer, web } = processPlans(settings);
  supervisor.start(practiceModel());
  await waitForPracticeModel(settings);
  // Whatever talks to the database comes after its client was made: a fresh clone has none.
  const { seedOnce } = await import('@/server/commands/seed-once');
  const { signIn, baselineRunIds } = await seedOnce();
  supervisor.start(worker());
  supervisor.start(flagServer());
  // Meanwhile the seeded baseline is measured: it is about quality, its delays are divided by too much for any ratio.
  if (!isDev) await makeWebBuild(tell);
  supervisor.start(web());
  const plans = [practiceModel(), worker(), flagServer(), web()];
  for (const door of [`${settings.port}/api/health`, `${settings.servingPort}/health`])
    await waitUntilHealthy(door, settings, plans);
  const { untilMeasured } = await import('@/server/commands/until-measured');
  if (baselineRunIds.length > 0) await untilMeasured(baselineRunIds, tell);
  tell(`\nWaggle is ready: ${settings.baseUrl}`);
  tell(`Flags and gateway for programs: http://${settings.host}:${settings.servingPort} (/ofrep, /gateway)`);
  if (signIn) tell(signIn);
  tell('Stop it with Ctrl-C.');
  void seedTheRest(settings);
}

/** The experiments of the tour, beside whatever people do; the product is whole without them. */
async function seedTheRest({ seedAfterQuietMs }: Config): Promise<void> {
  const stopping = new AbortController();
  undo.push(() => stopping.abort());
  const { seedWhenQuiet } = await import('@/server/commands/seed/when-quiet');
  await seedWhenQuiet(seedAfterQuietMs, stopping.signal).catch((error: unknown) => {
    const said = knownSentence(error) ?? (error as Error).message.trim().split('\n').at(-1);
    tell(`The experiments of the tour were not seeded; the next start tries again. ${said}`);
  });
}

/** The embedded one unless DATABASE_URL names another; from then on the settings are complete. */
async function startDatabase(dataDir: string): Promise<Config> {
  if (!process.env.DATABASE_URL) {
    const server = await keepPostgres(dataDir, { tell, onLost });
    undo.push(() => server.stop());
    process.env.DATABASE_URL = server.url;
  }
  return config();
}

function onLost(error: AppError): void {
  console.error(error.userMessage);
  void stop(1);
}

async function refuseTakenPorts({ port, servingPort, practicePort, host }: Config): Promise<void> {
  const wanted = [
    { port, where: host, name: 'PORT' },
    { port: servingPort, where: host, name: 'WAGGLE_SERVING_PORT' },
    { port: practicePort, where: '127.0.0.1', name: 'WAGGLE_PRACTICE_PORT' },
  ];
  for (const { port, where, name } of wanted) {
    if (await isPortFree(port, where)) continue;
    throw new AppError(
      'CONFIG_INVALID',
      `Port ${port} is taken: stop what listens there, or choose another with ${name}.`,
    );
  }
}

/** Each is planned when it is started: the entry of the web server is there only once it has been built. */
function processPlans({ port, servingPort, practicePort, host, ...settings }: Config) {
  const { dataDir, baseUrl, databaseUrl } = settings;
  const env = {
    DATABASE_URL: databaseUrl,
    WAGGLE_DATA_DIR: dataDir,
    WAGGLE_PRACTICE_PORT: String(practicePort),
    WAGGLE_BASE_URL: baseUrl,
    NEXTAUTH_URL: baseUrl,
    NEXT_TELEMETRY_DISABLED: '1',
    NODE_ENV: isDev ? 'development' : 'production',
    PORT: String(port),
    WAGGLE_SERVING_PORT: String(servingPort),
    // Longer than clients and proxies keep an idle connection, so that none asks on one that was just closed.
    KEEP_ALIVE_TIMEOUT: '65000',
    // Next reads HOSTNAME, which many shells set to the machine's name.
    HOSTNAME: host,
  };
  const plan = (name: string, args: string[]): ProcessPlan => {
    const entry = args.find((arg) => /\.(ts|js)$/.test(arg) || arg.endsWith('bin/next')) ?? '';
    if (!existsSync(entry))
      throw new AppError('CONFIG_INVALID', `The file ${entry} is missing: restore it from the repository.`);
    const logFile = isDev ? null : path.join(dataDir, 'logs', `${name.replaceAll(' ', '-')}.log`);
    return { name, args, env, cwd: process.cwd(), logFile };
  };
  const webArgs = isDev
    ? ['node_modules/next/dist/bin/next', 'dev', '-p', String(port), '-H', host]
    : [YOUNG_GENERATION, '.next/standalone/server.js'];
  return {
    practiceModel: () => plan('practice model', ['--import', 'tsx', 'server/practice-model/main.ts']),
    worker: () =>
      plan('worker', [YOUNG_GENERATION, '--import', 'tsx', 'server/worker/main.ts', '--beside-web']),
    flagServer: () => plan('flag server', [YOUNG_GENERATION, '--import', 'tsx', 'server/serving/main.ts']),
    web: () => plan('web server', webArgs),
  };
}

async function waitForPracticeModel({ practiceUrl }: Config): Promise<void> {
  const deadline = Date.now() + PRACTICE_LIMIT_MS;
  while (Date.now() < deadline && (supervisor?.crashes('practice model') ?? 0) < CRASHES_MAX) {
    const answered = await fetch(`${practiceUrl}/models`, { signal: AbortSignal.timeout(5_000) }).then(
      () => true,
      () => false,
    );
    if (answered) return;
    await wait(100);
  }
}

async function waitUntilHealthy(
  door: string,
  { dataDir }: Config,
  plans: readonly ProcessPlan[],
): Promise<void> {
  const deadline = Date.now() + HEALTH_LIMIT_MS;
  let said = 'nothing answered';
  while (Date.now() < deadline) {
    const broken = plans.find(({ name }) => (supervisor?.crashes(name) ?? 0) >= CRASHES_MAX);
    if (broken)
      throw new AppError('CONFIG_INVALID', `The ${broken.name} does not stay up${lastLine(broken)}.`);
    try {
      const response = await fetch(`http://127.0.0.1:${door}`, {
        signal: AbortSignal.timeout(5_000),
      });
      if (response.ok) return;
      said = (await response.text()).slice(0, 500);
    } catch (error) {
      said = error instanceof Error ? error.message : String(error);
    }
    await wait(200);
  }
  throw new AppError(
    'CONFIG_INVALID',
    `Waggle did not become healthy: ${said}. Its logs are in ${path.join(dataDir, 'logs')}.`,
  );
}

/** Once: in order. A second time: at once. */
async function stop(code: number): Promise<void> {
  const now = performance.now();
  if (stopAskedAt > 0) {
    if (now - stopAskedAt < SAME_SIGNAL_MS) return;
    supervisor?.kill();
    process.exit(1);
  }
  stopAskedAt = now;
  if (code === 0) tell('\nStopping …');
  stopMaking();
  await supervisor?.stop();
  for (const step of undo.reverse()) await step();
  process.exit(code);
}
