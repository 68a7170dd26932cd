/**
 * `npm run canary:simulate -- [--canaries 1000] [--slots 8] [--seed 1]`: what the registered plan does to prompts whose
 * truth is known, through the real handlers and a Postgres of its own, by an injected clock, with outcomes in batches of
 * 500. Margin 0.5 points, 10 % discordant, 6,000 pairs planned, a look each 100. As many canaries with the truth exactly
 * on the margin, of which at most 5 % may pass, as with a harm of 5 points, all of which have to be rolled back. Exits
 * non-zero where that does not hold. With 1,000 canaries it takes a quarter of an hour or so on 2 cores.
 */
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { seededRng } from '@/lib/random/seeded-rng';
import { manualClock } from '@/lib/testing/manual-clock';
import { makeKeySecret } from '@/server/accounts/key-secret';
import { closeDb, db } from '@/server/db/client';
import { closeLedgerPool } from '@/server/ledger/pool';
import { setServingClock } from '@/server/observability/serving-clock';
import { openBenchDatabase } from './bench/bench-database';
import { callDoor } from './support/call-door';
import { type Simulated, simulateThroughDoors } from './support/simulated-canaries';
import { seedSimulationSlots } from './support/simulation-slots';

const MARGIN = 0.005;
const DISCORDANCE = 0.1;
const PAIRS = 6_000;
const BATCH = 500;
const WORKSPACE = 'wsp_simulation';
const HARMS = { 'on the margin': -MARGIN, '5 points worse': -0.05 } as const;

const { values } = parseArgs({
  options: {
    canaries: { type: 'string', default: '1000' },
    slots: { type: 'string', default: '8' },
    seed: { type: 'string', default: '1' },
  },
});
const canaries = Number(values.canaries);

process.env.LOG_LEVEL ??= 'error';
process.env.WAGGLE_SECRET ??= randomBytes(32).toString('hex');
process.env.WAGGLE_REQUESTS_PER_MINUTE = '10000000';
const database = await openBenchDatabase();
const clock = manualClock();
setServingClock(clock);
const started = performance.now();
const found = await simulateBoth();
const seconds = (performance.now() - started) / 1000;
await Promise.allSettled([closeDb(), closeLedgerPool()]);
await database.close();

const pairs = found.reduce((sum, one) => sum + one.pairs, 0);
const [onMargin, harmed] = found;
const isKept = (onMargin?.ended.approval ?? 0) <= 0.05 * canaries && harmed?.ended.failed === canaries;
console.log(`${pairs} pairs in ${seconds.toFixed(0)} s, ${Math.round(pairs / seconds)} a second.`);
console.log(isKept ? 'The plan keeps its promise.' : 'MISSED: the plan does not keep its promise.');
process.exit(isKept ? 0 : 1);

async function simulateBoth(): Promise<readonly Simulated[]> {
  const { secret, hash, prefix } = makeKeySecret();
  await db().workspace.create({ data: { id: WORKSPACE, name: 'Simulation' } });
  const key = { id: 'key_simulation', workspaceId: WORKSPACE, name: 'simulation', role: 'owner' } as const;
  await db().apiKey.create({ data: { ...key, secretHash: hash, prefix, createdBy: 'simulation' } });
  const slots = await seedSimulationSlots(WORKSPACE, Math.min(canaries, Number(values.slots)));
  const call = callDoor(secret);
  console.log('| truth | promoted | rolled back | inconclusive | pairs (median) | seconds |');
  console.log('| ----- | -------: | ----------: | -----------: | -------------: | ------: |');
  const all: Simulated[] = [];
  for (const [name, truth] of Object.entries(HARMS)) {
    const begun = performance.now();
    const one = await simulateThroughDoors(
      { call, clock, slots },
      {
        ...{ canaries, pairs: PAIRS, batch: BATCH, rng: seededRng(`simulate ${values.seed} ${name}`) },
        truth: { discordance: DISCORDANCE, truth },
        draft: {
          failureLevel: 'low',
          ...{ margin: MARGIN, share: 1, windowHours: 48, pairsPlanned: PAIRS, lookEvery: 100 },
          acceptsLowPower: true,
        },
        afterGroup: tidy,
      },
    );
    console.log(rowOf(name, one, (performance.now() - begun) / 1000));
    all.push(one);
  }
  return all;
}

function rowOf(name: string, { ended, pairsMedian }: Simulated, seconds: number): string {
  const cells = [name, ended.approval ?? 0, ended.failed ?? 0, ended.inconclusive ?? 0, pairsMedian];
  return `| ${[...cells, seconds.toFixed(0)].join(' | ')} |`;
}

/** Pairs of canaries that are over are not looked at again, and millions of them fill a disk. */
async function tidy({ canaries: done }: Simulated): Promise<void> {
  process.stderr.write(`${done} …\r`);
  await database.pool.query('TRUNCATE "CanaryPair"');
}
