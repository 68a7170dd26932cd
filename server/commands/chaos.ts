/**
 * `npm run chaos -- --kills 25 [--seed 1]`: kills worker, web server and Postgres (SIGKILL) at random moments of real
 * runs on an instance of its own, one kill a run, and checks the books afterwards:
 *  - static plan: the run ends with the hash of an uninterrupted twin;
 *  - dynamic plan: the run's hash equals its own replay from the journal;
 *  - no call that was answered before the kill was dispatched again, and no more calls were repeated than can have
 *    been in flight;
 *  - the ledger's numbers have no gap; the run was going again within a minute.
 * Exits non-zero when a check fails.
 */
import { parseArgs } from 'node:util';
import pg from 'pg';
import { seededRng } from '@/lib/random/seeded-rng';
import { type ApiClient, apiClient, type RunAnswer, untilEnded } from './support/api-client';
import { type OwnInstance, startOwnInstance } from './support/own-instance';
import { practiceModels } from './support/practice-models';
import { replayFromCommand } from './support/replay-command';

const VICTIMS = ['worker', 'web server', 'postgres'] as const;
const TAKE_OVER_LIMIT_MS = 60_000;
const RUN_LIMIT_MS = 240_000;
const POLL_MS = 10;
/** No more calls than this can be in flight, hence none more repeated after a kill. */
const LANES = 32;

interface Round {
  readonly number: number;
  readonly victim: (typeof VICTIMS)[number];
  readonly plan: 'static' | 'dynamic';
  /** Share of the twin's ledger at which the kill falls. */
  readonly moment: number;
}

interface Books {
  readonly answered: ReadonlyMap<string, number>;
  readonly inFlight: number;
}

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '25' }, seed: { type: 'string', default: '1' } },
});
const kills = Number(values.kills);
const rng = seededRng(`chaos-${values.seed}`);
const instance = await startOwnInstance({ WAGGLE_REQUESTS_PER_MINUTE: '1000000', LOG_LEVEL: 'error' });
let failed = 0;
try {
  failed = await runRounds(instance);
} finally {
  await instance.stop();
}
console.log(`${kills - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

async function runRounds(own: OwnInstance): Promise<number> {
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
  const twinEntries = await scalar(own, 'SELECT "lastSeq" FROM "Run" WHERE id = $1', twin.id);
  console.log(`twin hash ${twin.runHash.slice(0, 12)}, ${twinEntries} ledger entries`);
  let bad = 0;
  for (let number = 1; number <= kills; number += 1) {
    const round: Round = {
      number,
      victim: VICTIMS[(number - 1) % VICTIMS.length] ?? 'worker',
      plan: number % 2 === 1 ? 'static' : 'dynamic',
      moment: 0.03 + 0.92 * rng.nextFloat(),
    };
    const faults = await killOnce({ own, api, experimentId, twinHash: twin.runHash, twinEntries }, round);
    if (faults.length > 0) bad += 1;
    for (const fault of faults) console.log(`    ${fault}`);
  }
  return bad;
}

interface Stage {
  readonly own: OwnInstance;
  readonly api: ApiClient;
  readonly experimentId: string;
  readonly twinHash: string;
  readonly twinEntries: number;
}

/** One run, one kill, all checks. Returns what is wrong, a sentence each. */
async function killOnce(stage: Stage, round: Round): Promise<string[]> {
  const { own, api } = stage;
  const { id } = await start(api, stage.experimentId, round.plan);
  const reached = await untilEntry(own, id, Math.floor(stage.twinEntries * round.moment));
  const before = await books(own, id);
  const pid = own.pidOf(round.victim);
  if (pid === null) return [`there is no ${round.victim} to kill`];
  process.kill(pid, 'SIGKILL');
  const killedAt = performance.now();
  const faults: string[] = [];
  // What the victim had written just before it died is not yet a sign of life.
  const lastWords = await scalar(own, 'SELECT "lastSeq" FROM "Run" WHERE id = $1', id).catch(() => reached);
  const goingAgain = untilEntry(own, id, lastWords + 1).then(() => performance.now() - killedAt);
  const ended = await untilEnded(api, id, RUN_LIMIT_MS);
  const outageMs = await goingAgain;
  if (ended.status !== 'finished') faults.push(`ended as ${ended.status}: ${ended.statusReason}`);
  if (outageMs > TAKE_OVER_LIMIT_MS) faults.push(`stood still for ${Math.round(outageMs / 1000)} s`);
  faults.push(...(await hashFaults(stage, round, ended)), ...(await bookFaults(own, id, before)));
  const verdict = faults.length === 0 ? 'ok' : 'FAILED';
  console.log(
    `${String(round.number).padStart(3)} ${round.victim.padEnd(10)} ${round.plan.padEnd(7)} at entry ${String(reached).padStart(5)}, ` +
      `${before.answered.size} answered, ${before.inFlight} in flight, going again after ${(outageMs / 1000).toFixed(1)} s: ${verdict}`,
  );
  return faults;
}

async function hashFaults({ own, twinHash }: Stage, round: Round, ended: RunAnswer): Promise<string[]> {
  if (round.plan === 'static')
    return ended.runHash === twinHash ? [] : [`hash ${ended.runHash} is not the twin's`];
  const replay = await replayFromCommand(own, ended.id);
  return replay.same ? [] : [`the replay differs: ${replay.said}`];
}

async function bookFaults(own: OwnInstance, id: string, before: Books): Promise<string[]> {
  const after = await query<{ key: string; dispatches: number }>(
    own,
    'SELECT key, dispatches FROM "JournalCall" WHERE "runId" = $1',
    id,
  );
  const paidAgain = after.filter(
    ({ key, dispatches }) => dispatches !== (before.answered.get(key) ?? dispatches),
  );
  const repeated = after.filter(({ dispatches }) => dispatches > 1).length;
  const [numbers] = await query<{ n: number; top: number; last: number }>(
    own,
    'SELECT count(*)::int n, max(seq) top, (SELECT "lastSeq" FROM "Run" WHERE id = $1) last FROM "LedgerEntry" WHERE "runId" = $1',
    id,
  );
  return [
    ...(paidAgain.length > 0 ? [`${paidAgain.length} answered calls were dispatched again`] : []),
    ...(repeated > LANES ? [`${repeated} calls were repeated, more than the ${LANES} lanes`] : []),
    ...(numbers && numbers.n === numbers.top && numbers.top === numbers.last
      ? []
      : [`the ledger has gaps: ${JSON.stringify(numbers)}`]),
  ];
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
    const last = await scalar(own, 'SELECT "lastSeq" FROM "Run" WHERE id = $1', id).catch(() => -1);
    if (last >= seq) return last;
    const { rows } = await tryQuery(own, 'SELECT status FROM "Run" WHERE id = $1', id);
    if (['finished', 'stopped', 'failed'].includes(String(rows[0]?.status))) return last;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(`Run ${id} never reached entry ${seq}.`);
}

async function books(own: OwnInstance, id: string): Promise<Books> {
  const rows = await query<{ key: string; dispatches: number; answered: boolean }>(
    own,
    'SELECT key, dispatches, "answeredAt" IS NOT NULL AS answered FROM "JournalCall" WHERE "runId" = $1',
    id,
  );
  const answered = new Map(rows.filter((row) => row.answered).map((row) => [row.key, row.dispatches]));
  return { answered, inFlight: rows.length - answered.size };
}

async function scalar(own: OwnInstance, sql: string, id: string): Promise<number> {
  const [row] = await query<Record<string, number>>(own, sql, id);
  return Object.values(row ?? {})[0] ?? -1;
}

async function query<Row extends pg.QueryResultRow>(
  own: OwnInstance,
  sql: string,
  id: string,
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: own.databaseUrl() });
  client.on('error', (error) => console.log(`    (database connection: ${error.message})`));
  await client.connect();
  try {
    return (await client.query<Row>(sql, [id])).rows;
  } finally {
    await client.end();
  }
}

/** While Postgres is down there is nothing to read; the caller asks again. */
function tryQuery(own: OwnInstance, sql: string, id: string): Promise<{ rows: pg.QueryResultRow[] }> {
  return query(own, sql, id).then(
    (rows) => ({ rows }),
    () => ({ rows: [] }),
  );
}
