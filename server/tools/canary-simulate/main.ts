/**
 * `npm run canary:simulate -- [--canaries 1000] [--processes 2] [--slots 4] [--seed 1]`: what the registered plan does to
 * prompts whose truth is known, through the real handlers and a Postgres of its own, by an injected clock, with outcomes
 * in batches of 500. Margin 0.5 points, 10 % discordant, 6,000 pairs planned, a look each 100. As many canaries with the
 * truth exactly on the margin, of which at most 5 % may pass, as with a harm of 5 points, all of which have to be rolled
 * back. Exits non-zero where that does not hold. Every canary draws from a stream of its own, so that processes and slots
 * (canaries side by side) change the time and nothing else.
 *
 * Cost: 6.7 million pairs at 1,000 canaries, each 150 to 200 microseconds of processor time (two fifths of it Postgres), which
 * two cores with nothing else to do get through in 10 to 14 minutes. The database does not survive a fall of the machine,
 * since it is gone afterwards anyhow; everything else in it is as it is for everybody.
 */
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import os from 'node:os';
import { parseArgs } from 'node:util';
import { signalGroup, spawnKept } from '@/server/commands/kept-child';
import { openBenchDatabase } from '@/server/tools/bench/bench-database';
import { type CanaryEnd, type Simulated, summed } from './simulated-canaries';
import { type ToldEnds, TRUTHS, toldEnds } from './simulation-share';

/** Seven million pairs would cause as many flushes, and copies of pages that are never read again. */
const FORGETFUL = {
  ...{ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
};

/** Seconds between progress lines. */
const TOLD_EVERY_S = 10;

/** Settings as in production, except that the minute of waiting is skipped. */
const SETTINGS = {
  NODE_ENV: 'production',
  WAGGLE_SECRET: randomBytes(32).toString('hex'),
  WAGGLE_REQUESTS_PER_MINUTE: '10000000',
};

const { values } = parseArgs({
  options: {
    canaries: { type: 'string', default: '1000' },
    processes: { type: 'string', default: String(os.availableParallelism()) },
    slots: { type: 'string', default: '4' },
    seed: { type: 'string', default: '1' },
  },
});
const canaries = Number(values.canaries);
const processes = Math.max(1, Math.min(canaries, Number(values.processes)));
const started = performance.now();
const ends: CanaryEnd[][] = TRUTHS.map(() => []);

process.env.LOG_LEVEL ??= 'error';
const database = await openBenchDatabase(FORGETFUL);
const children = new Set<ChildProcess>();
let isStopping = false;
let toldAt = 0;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop(130));
await simulateAll().then(
  (isKept) => stop(isKept ? 0 : 1),
  (error: unknown) => {
    if (!isStopping) console.error(error);
    return stop(1);
  },
);

async function simulateAll(): Promise<boolean> {
  console.log('| truth | promoted | rolled back | inconclusive | pairs (median) | seconds |');
  console.log('| ----- | -------: | ----------: | -----------: | -------------: | ------: |');
  const urls: string[] = [];
  for (let index = 0; index < processes; index += 1) urls.push(await copyDatabase(`simulation_${index}`));
  await Promise.all(urls.map(simulateShare));
  const [onMargin, harmed] = ends.map(summed);
  const pairs = (onMargin?.pairs ?? 0) + (harmed?.pairs ?? 0);
  const seconds = (performance.now() - started) / 1000;
  console.log(`${pairs} pairs in ${seconds.toFixed(0)} s, ${Math.round(pairs / seconds)} a second.`);
  const isKept = (onMargin?.ended.approval ?? 0) <= 0.05 * canaries && harmed?.ended.failed === canaries;
  console.log(isKept ? 'The plan keeps its promise.' : 'MISSED: the plan does not keep its promise.');
  return isKept;
}

/** Sequential: a template database allows no other connection while it is copied. */
async function copyDatabase(name: string): Promise<string> {
  await database.pool.query(`CREATE DATABASE ${name} TEMPLATE waggle`);
  const url = new URL(database.url);
  url.pathname = name;
  return url.href;
}

/** One process for every nth canary of each truth. */
async function simulateShare(url: string, index: number): Promise<void> {
  const share = { seed: values.seed, canaries, slots: Number(values.slots), process: index, processes };
  // Batches leave much short-lived garbage; collecting it rarely costs next to nothing.
  const args = [
    '--max-semi-space-size=64',
    '--import',
    'tsx',
    'server/tools/canary-simulate/share.ts',
    JSON.stringify(share),
  ];
  const env = { ...SETTINGS, DATABASE_URL: url, WAGGLE_DATA_DIR: database.dataDir };
  const child = spawnKept(args, { cwd: process.cwd(), env, output: 'inherit' });
  children.add(child);
  child.on('message', (told) => hear(toldEnds.parse(told)));
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      code === 0 ? resolve() : reject(new Error(`A process of the simulation ended by ${signal ?? code}.`)),
    );
  });
}

function hear({ truth, ends: more }: ToldEnds): void {
  const known = ends[truth] ?? [];
  known.push(...more);
  const elapsed = (performance.now() - started) / 1000;
  if (known.length === canaries) console.log(rowOf(TRUTHS[truth]?.name ?? '', summed(known), elapsed));
  else if (elapsed - toldAt > TOLD_EVERY_S) {
    toldAt = elapsed;
    process.stderr.write(`${progressLine(elapsed)}\n`);
  }
}

/** Estimates the pairs of the remaining canaries from those of their truth so far. */
function progressLine(elapsed: number): string {
  const known = ends.map(summed);
  const done = known.map(({ canaries: count }, truth) => `${count} ${TRUTHS[truth]?.name}`);
  const came = known.reduce((sum, one) => sum + one.pairs, 0);
  const left = known.reduce(
    (sum, one, truth) => sum + (canaries - one.canaries) * (TRUTHS[truth]?.pairs ?? 0),
    0,
  );
  const minutes = left / Math.max(1, came / elapsed) / 60;
  return `${done.join(', ')} of ${canaries} each; ${Math.round(came / elapsed)} pairs a second, ${minutes.toFixed(1)} min left`;
}

function rowOf(name: string, { ended, pairsMedian }: Simulated, elapsed: number): string {
  const cells = [name, ended.approval ?? 0, ended.failed ?? 0, ended.inconclusive ?? 0, pairsMedian];
  return `| ${[...cells, elapsed.toFixed(0)].join(' | ')} |`;
}

/**
 * Drops the database last and once, however the command ends; processes that are told to end do so as well.
 */
async function stop(code: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  for (const child of children) signalGroup(child, 'SIGKILL');
  await database.close();
  process.exit(code);
}
