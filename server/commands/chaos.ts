/**
 * `npm run chaos -- --kills 25 [--seed 1] [--workers 2] [--away-seconds 60] [--pause-postgres] [--vanish-provider]`:
 * on an instance of its own, one fault a run at a random moment: worker, web server or Postgres killed (SIGKILL),
 * Postgres stopped for 15 s, the provider unreachable for a minute, and with several workers the carrying one asked
 * to end (SIGTERM). The two switches choose these faults alone. Checks the books afterwards:
 *  - static plan: the run ends with the hash of an uninterrupted twin;
 *  - dynamic plan: the run's hash equals its own replay from the journal;
 *  - no call that was answered before was dispatched again, no more calls were repeated than can have been in flight
 *    (none where nobody was killed), and none was journaled as failed;
 *  - the ledger's numbers have no gap; the run was going again within a minute.
 * Exits non-zero when a check fails.
 */
import { parseArgs } from 'node:util';
import { seededRng } from '@/lib/random/seeded-rng';
import { openVanishingProxy, type VanishingProxy } from '@/server/adapters/testing/vanishing-proxy';
import { freePort } from '@/server/config/ports';
import { type ApiClient, apiClient, type RunAnswer, untilEnded } from './support/api-client';
import { bookFaults, readBooks, scalar, tryQuery } from './support/chaos-books';
import { type ChaosFault, FAULTS, inflict } from './support/chaos-faults';
import { startExtraWorkers } from './support/extra-workers';
import { type OwnInstance, startOwnInstance } from './support/own-instance';
import { practiceModels } from './support/practice-models';
import { replayFromCommand } from './support/replay-command';

const TAKE_OVER_LIMIT_MS = 60_000;
/** A worker that was asked to end hands over; nobody has to find out that it is gone. */
const HAND_OVER_LIMIT_MS = 15_000;
const RUN_LIMIT_MS = 240_000;
const POLL_MS = 10;
/** No more calls than this can be in flight, hence none more repeated after a kill. */
const LANES = 32;
const REPEATING: readonly ChaosFault[] = ['worker killed', 'postgres killed', 'postgres paused'];
const LAST_SEQ = 'SELECT "lastSeq" FROM "Run" WHERE id = $1';

interface Round {
  readonly number: number;
  readonly fault: ChaosFault;
  readonly plan: 'static' | 'dynamic';
  /** Share of the twin's ledger at which the fault falls. */
  readonly moment: number;
}

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '25' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: '1' },
    'away-seconds': { type: 'string', default: '60' },
    'pause-postgres': { type: 'boolean', default: false },
    'vanish-provider': { type: 'boolean', default: false },
  },
});
const kills = Number(values.kills);
const workers = Number(values.workers);
const providerAwayMs = Number(values['away-seconds']) * 1000;
const rng = seededRng(`chaos-${values.seed}`);
const practicePort = await freePort();
const proxy = await openVanishingProxy({ host: '127.0.0.1', port: practicePort });
const instance = await startOwnInstance({
  WAGGLE_REQUESTS_PER_MINUTE: '1000000',
  WAGGLE_PRACTICE_PORT: String(practicePort),
  WAGGLE_PRACTICE_URL: `http://127.0.0.1:${proxy.port}/v1`,
  LOG_LEVEL: 'error',
});
const more = startExtraWorkers(instance, workers - 1);
let failed = 0;
try {
  failed = await runRounds(instance, chosenFaults());
} finally {
  await more.stop();
  await instance.stop();
  await proxy.close();
}
console.log(`${kills - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

function chosenFaults(): readonly ChaosFault[] {
  const chosen: ChaosFault[] = [];
  if (values['pause-postgres']) chosen.push('postgres paused');
  if (values['vanish-provider']) chosen.push('provider away');
  if (chosen.length > 0) return chosen;
  return FAULTS.filter((fault) => fault !== 'worker drained' || workers > 1);
}

async function runRounds(own: OwnInstance, faults: readonly ChaosFault[]): Promise<number> {
  const api = apiClient(own.baseUrl, await own.createKey());
  const experimentId = await practiceExperiment(api);
  const [twin, other] = await Promise.all(
    [1, 2].map(async () => untilEnded(api, (await start(api, experimentId, 'static')).id, RUN_LIMIT_MS)),
  );
  if (!twin || !other) throw new Error('There are no twins to compare with.');
  if (twin.runHash === null || twin.runHash !== other.runHash) {
    throw new Error(
      `Two uninterrupted twins differ (${twin.runHash}, ${other.runHash}): nothing can be compared.`,
    );
  }
  const twinEntries = await scalar(own, LAST_SEQ, twin.id);
  const stage = { own, api, proxy, providerAwayMs, experimentId, twinHash: twin.runHash, twinEntries };
  console.log(
    `twin hash ${twin.runHash.slice(0, 12)}, ${twinEntries} ledger entries, ${workers} worker${workers > 1 ? 's' : ''}`,
  );
  let bad = 0;
  for (let number = 1; number <= kills; number += 1) {
    const index = number - 1;
    // So that each fault meets both plans, whether their number is even or odd.
    const turn = faults.length % 2 === 0 ? index + Math.floor(index / faults.length) : index;
    const found = await faultOnce(stage, {
      number,
      fault: faults[index % faults.length] ?? 'worker killed',
      plan: turn % 2 === 0 ? 'static' : 'dynamic',
      moment: 0.03 + 0.92 * rng.nextFloat(),
    });
    if (found.length > 0) bad += 1;
    for (const one of found) console.log(`    ${one}`);
  }
  return bad;
}

interface Stage {
  readonly own: OwnInstance;
  readonly api: ApiClient;
  readonly proxy: VanishingProxy;
  readonly providerAwayMs: number;
  readonly experimentId: string;
  readonly twinHash: string;
  readonly twinEntries: number;
}

/** One run, one fault, all checks. Returns what is wrong, a sentence each. */
async function faultOnce(stage: Stage, round: Round): Promise<string[]> {
  const { own, api } = stage;
  const { fault } = round;
  const { id } = await start(api, stage.experimentId, round.plan);
  const reached = await untilEntry(own, id, Math.floor(stage.twinEntries * round.moment));
  const before = await readBooks(own, id);
  const startedAt = performance.now();
  const awayMs = await inflict(fault, stage, id);
  // What was written just before the fault is not yet a sign of life.
  const lastWords = await scalar(own, LAST_SEQ, id).catch(() => reached);
  const goingAgain = untilEntry(own, id, lastWords + 1).then(() => performance.now() - startedAt - awayMs);
  const ended = await untilEnded(api, id, RUN_LIMIT_MS);
  const outageMs = await goingAgain;
  const limitMs = fault === 'worker drained' ? HAND_OVER_LIMIT_MS : TAKE_OVER_LIMIT_MS;
  const repeatedMax = REPEATING.includes(fault) ? LANES : 0;
  const found = [
    ...(ended.status === 'finished' ? [] : [`ended as ${ended.status}: ${ended.statusReason}`]),
    ...(outageMs > limitMs ? [`stood still for ${Math.round(outageMs / 1000)} s`] : []),
    ...(await hashFaults(stage, round, ended)),
    ...(await bookFaults(own, id, { before, repeatedMax })),
  ];
  const away = awayMs > 0 ? ` and ${awayMs / 1000} s away` : '';
  console.log(
    `${String(round.number).padStart(3)} ${fault.padEnd(17)} ${round.plan.padEnd(7)} at entry ${String(reached).padStart(5)}, ` +
      `${before.answered.size} answered, ${before.inFlight} in flight, going again after ${(outageMs / 1000).toFixed(1)} s${away}: ${found.length === 0 ? 'ok' : 'FAILED'}`,
  );
  return found;
}

async function hashFaults({ own, twinHash }: Stage, round: Round, ended: RunAnswer): Promise<string[]> {
  if (round.plan === 'static')
    return ended.runHash === twinHash ? [] : [`hash ${ended.runHash} is not the twin's`];
  const replay = await replayFromCommand(own, ended.id);
  return replay.same ? [] : [`the replay differs: ${replay.said}`];
}

/** An experiment of our own on the bundled set: fewer lanes than calls, delays long enough to die in. */
async function practiceExperiment(api: ApiClient): Promise<string> {
  const { items } = await api.get<{ items: { taskId: string; splitId: string }[] }>('/api/v1/experiments');
  const seeded = items[0];
  if (!seeded) throw new Error('The seed left no experiment.');
  const made = await api.post<{ id: string }>('/api/v1/experiments', {
    name: 'Chaos',
    taskId: seeded.taskId,
    splitId: seeded.splitId,
    models: await practiceModels(api, { name: 'Practice model for chaos', timeScale: '150' }),
    lanes: LANES,
    evaluation: { everyExamples: 125 },
  });
  return made.id;
}

function start(api: ApiClient, experimentId: string, plan: Round['plan']): Promise<RunAnswer> {
  const common = { experimentId, seed: 7 };
  if (plan === 'dynamic') return api.post('/api/v1/runs', { ...common, kind: 'combee' });
  const batch = { kind: 'static', size: 30, reason: 'A fixed size makes twins comparable.' };
  return api.post('/api/v1/runs', { ...common, kind: 'comparisonPoint', batch });
}

/** Resolves with the run's last number once it has reached `seq`; asks the database, which may be away. */
async function untilEntry(own: OwnInstance, id: string, seq: number): Promise<number> {
  const deadline = performance.now() + RUN_LIMIT_MS;
  while (performance.now() < deadline) {
    const last = await scalar(own, LAST_SEQ, id).catch(() => -1);
    if (last >= seq) return last;
    const rows = await tryQuery<{ status: string }>(own, 'SELECT status FROM "Run" WHERE id = $1', id);
    if (['finished', 'stopped', 'failed'].includes(String(rows[0]?.status))) return last;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(`Run ${id} never reached entry ${seq}.`);
}
