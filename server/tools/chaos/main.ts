/**
 * `npm run chaos -- --kills 25 [--seed 1] [--workers 3] [--away-seconds 60]`, with `--pause-postgres`, `--vanish-provider`,
 * `--vanish-evaluator` and `--fill-disk` for these faults alone, `--agents` for runs of an agent (./agents),
 * and `--environments [--attempts 200] [--lanes 8]` for what attempts in sandboxes leave behind (./environments):
 * on an instance of its own, one fault per run at a random moment: worker, web server or Postgres killed (SIGKILL),
 * Postgres stopped for 15 s, the provider or the HTTP evaluator unreachable for a minute, the disk full until the run is
 * paused (where a small disk can be mounted), and with several workers the run's worker asked to end (SIGTERM). Checks
 * the books afterwards:
 *  - static plan: the run ends with the hash of an uninterrupted twin;
 *  - dynamic plan: the run's hash equals its own replay from the journal;
 *  - no call that was answered before was dispatched again, no more calls were repeated than can have been in flight
 *    (none if no process was killed), and none was journaled as failed;
 *  - the ledger's numbers have no gap; the run continued within a minute.
 * Exits non-zero when a check fails.
 */
import { parseArgs } from 'node:util';
import { seededRng } from '@/lib/random/seeded-rng';
import { openVanishingProxy } from '@/server/adapters/testing/vanishing-proxy';
import { type ApiClient, apiClient, type RunAnswer, untilEnded } from '@/server/commands/support/api-client';
import { type OwnInstance, startOwnInstance } from '@/server/commands/support/own-instance';
import { freePort } from '@/server/config/ports';
import { runAgentRounds } from './agents/agent-rounds';
import { bookFaults, readBooks, scalar, tryQuery, tryScalar } from './books';
import { environmentRounds } from './environments/own-machine';
import { chaosExperiment, openChaosEvaluator } from './experiments';
import { startExtraWorkers } from './extra-workers';
import { type ChaosFault, FAULTS, type FaultStage, inflict } from './faults';
import { replayFromCommand } from './replay-command';
import { openSmallDisk } from './small-disk';

const TAKE_OVER_LIMIT_MS = 60_000;
/** A worker that was asked to end hands over its runs; no other has to detect that it is gone. */
const HAND_OVER_LIMIT_MS = 15_000;
const RUN_LIMIT_MS = 240_000;
const POLL_MS = 10;
/** The most calls in flight, hence the most that may be repeated after a kill. */
const LANES = 32;
const REPEATING: readonly ChaosFault[] = ['worker killed', 'postgres killed', 'postgres paused'];
/** Room for the whole product, its database and write-ahead log, and some to fill. */
const DISK_MEGABYTES = 1_800;
const LAST_SEQ = 'SELECT "lastSeq" FROM "Run" WHERE id = $1';

interface Round {
  readonly number: number;
  readonly fault: ChaosFault;
  readonly plan: 'static' | 'dynamic';
  /** Share of the twin's ledger at which the fault is inflicted. */
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
    'vanish-evaluator': { type: 'boolean', default: false },
    'fill-disk': { type: 'boolean', default: false },
    agents: { type: 'boolean', default: false },
    environments: { type: 'boolean', default: false },
    attempts: { type: 'string', default: '200' },
    lanes: { type: 'string', default: '8' },
  },
});
if (values.environments)
  process.exit((await environmentRounds(Number(values.attempts), Number(values.lanes))) ? 0 : 1);
const kills = Number(values.kills);
if (values.agents) {
  const bad = await runAgentRounds(kills);
  console.log(`${kills - bad} passed, ${bad} failed`);
  process.exit(bad === 0 ? 0 : 1);
}
const workers = Number(values.workers);
const providerAwayMs = Number(values['away-seconds']) * 1000;
const rng = seededRng(`chaos-${values.seed}`);
const practicePort = await freePort();
const proxy = await openVanishingProxy({ host: '127.0.0.1', port: practicePort });
const evaluator = await openChaosEvaluator();
const disk = openSmallDisk(DISK_MEGABYTES);
const settings = {
  WAGGLE_REQUESTS_PER_MINUTE: '1000000',
  // The further seeded experiments take part in no round.
  WAGGLE_SEED_AFTER_QUIET_SECONDS: '86400',
  WAGGLE_PRACTICE_PORT: String(practicePort),
  WAGGLE_PRACTICE_URL: `http://127.0.0.1:${proxy.port}/v1`,
  WAGGLE_ALLOWED_ADDRESSES: evaluator.address,
  LOG_LEVEL: 'error',
};
const instance = await startOwnInstance(settings, disk?.folder);
const more = startExtraWorkers(instance, workers - 1);
let failed = 0;
try {
  failed = await runRounds(instance, chosenFaults());
} finally {
  await more.stop();
  await instance.stop();
  await proxy.close();
  await evaluator.close();
  disk?.close();
}
console.log(`${kills - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

function chosenFaults(): readonly ChaosFault[] {
  const chosen: ChaosFault[] = [];
  if (values['pause-postgres']) chosen.push('postgres paused');
  if (values['vanish-provider']) chosen.push('provider away');
  if (values['vanish-evaluator']) chosen.push('evaluator away');
  if (values['fill-disk']) chosen.push('disk full');
  const faults =
    chosen.length > 0 ? chosen : FAULTS.filter((fault) => fault !== 'worker drained' || workers > 1);
  if (disk === null) console.log('No disk can be mounted here, so none is filled.');
  // Rounds take them in turn: what no round will reach needs no twins.
  return faults.filter((fault) => fault !== 'disk full' || disk !== null).slice(0, kills);
}

async function runRounds(own: OwnInstance, faults: readonly ChaosFault[]): Promise<number> {
  const api = apiClient(own.baseUrl, await own.createKey());
  const practice = await twinsOf(own, api, null);
  const judged = faults.includes('evaluator away') ? await twinsOf(own, api, evaluator.url) : practice;
  const shared = { own, api, proxy, evaluator, disk, providerAwayMs };
  let bad = 0;
  for (let number = 1; number <= kills; number += 1) {
    const index = number - 1;
    // Each fault meets both plans, whether the number of faults is even or odd.
    const turn = faults.length % 2 === 0 ? index + Math.floor(index / faults.length) : index;
    const fault = faults[index % faults.length] ?? 'worker killed';
    const isJudged = fault === 'evaluator away';
    const found = await faultOnce(
      { ...shared, ...(isJudged ? judged : practice) },
      {
        number,
        fault,
        // A dynamic plan needs a diagnosis, which the task with the HTTP evaluator does not have.
        plan: isJudged || turn % 2 === 0 ? 'static' : 'dynamic',
        moment: 0.03 + 0.92 * rng.nextFloat(),
      },
    );
    if (found.length > 0) bad += 1;
    for (const one of found) console.log(`    ${one}`);
  }
  return bad;
}

interface Twins {
  readonly experimentId: string;
  readonly twinHash: string;
  readonly twinEntries: number;
}

type Stage = FaultStage & Twins;

/** Two uninterrupted runs of one experiment, which must agree. */
async function twinsOf(own: OwnInstance, api: ApiClient, evaluatorUrl: string | null): Promise<Twins> {
  const experimentId = await chaosExperiment(api, { lanes: LANES, evaluatorUrl });
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
  const scoredBy = evaluatorUrl === null ? '' : ', scored by an HTTP evaluator';
  console.log(
    `twin hash ${twin.runHash.slice(0, 12)}, ${twinEntries} ledger entries, ${workers} worker${workers > 1 ? 's' : ''}${scoredBy}`,
  );
  return { experimentId, twinHash: twin.runHash, twinEntries };
}

/** One run, one fault, all checks. Returns the faults found, a sentence each. */
async function faultOnce(stage: Stage, round: Round): Promise<string[]> {
  const { own, api } = stage;
  const { fault } = round;
  const { id } = await start(api, stage.experimentId, round.plan);
  const reached = await untilEntry(own, id, Math.floor(stage.twinEntries * round.moment));
  const before = await readBooks(own, id);
  const startedAt = performance.now();
  const awayMs = await inflict(fault, stage, id);
  // Entries written just before the fault are no sign of recovery.
  const lastWords = Math.max(reached, await tryScalar(own, LAST_SEQ, id));
  const goingAgain = untilEntry(own, id, lastWords + 1).then(() => performance.now() - startedAt - awayMs);
  const ended = await untilEnded(api, id, RUN_LIMIT_MS);
  const outageMs = await goingAgain;
  const limitMs = fault === 'worker drained' ? HAND_OVER_LIMIT_MS : TAKE_OVER_LIMIT_MS;
  const repeatedMax = REPEATING.includes(fault) ? LANES : 0;
  const found = [
    ...(ended.status === 'finished' ? [] : [`ended as ${ended.status}: ${ended.statusReason}`]),
    ...(outageMs > limitMs ? [`made no progress for ${Math.round(outageMs / 1000)} s`] : []),
    ...(await hashFaults(stage, round, ended)),
    ...(await bookFaults(own, id, { before, repeatedMax })),
  ];
  const away = awayMs > 0 ? ` and ${Number((awayMs / 1000).toFixed(1))} s away` : '';
  console.log(
    `${String(round.number).padStart(3)} ${fault.padEnd(17)} ${round.plan.padEnd(7)} at entry ${String(reached).padStart(5)}, ` +
      `${before.answered.size} answered, ${before.inFlight} in flight, continued after ${(outageMs / 1000).toFixed(1)} s${away}: ${found.length === 0 ? 'ok' : 'FAILED'}`,
  );
  return found;
}

async function hashFaults({ own, twinHash }: Stage, round: Round, ended: RunAnswer): Promise<string[]> {
  if (round.plan === 'static')
    return ended.runHash === twinHash ? [] : [`hash ${ended.runHash} is not the twin's`];
  const replay = await replayFromCommand(own, ended.id);
  return replay.same ? [] : [`the replay differs: ${replay.said}`];
}

function start(api: ApiClient, experimentId: string, plan: Round['plan']): Promise<RunAnswer> {
  const common = { experimentId, seed: 7 };
  if (plan === 'dynamic') return api.post('/api/v1/runs', { ...common, kind: 'combee' });
  const batch = { kind: 'static', size: 30, reason: 'A fixed size makes twins comparable.' };
  return api.post('/api/v1/runs', { ...common, kind: 'comparisonPoint', batch });
}

/** Resolves with the run's last number once it has reached `seq`; polls the database, which may be away. */
async function untilEntry(own: OwnInstance, id: string, seq: number): Promise<number> {
  const deadline = performance.now() + RUN_LIMIT_MS;
  while (performance.now() < deadline) {
    const last = await tryScalar(own, LAST_SEQ, id);
    if (last >= seq) return last;
    const rows = await tryQuery<{ status: string }>(own, 'SELECT status FROM "Run" WHERE id = $1', id);
    if (['finished', 'stopped', 'failed'].includes(String(rows[0]?.status))) return last;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(`Run ${id} never reached entry ${seq}.`);
}
