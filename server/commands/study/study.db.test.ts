import { afterAll, beforeAll, expect, it } from 'vitest';
import { AppError } from '@/lib/errors/app-error';
import { db } from '@/server/db/client';
import { makeListener } from '@/server/events/listener';
import { startRun } from '@/server/services/launches/start-run';
import { updateProvider } from '@/server/services/providers/save-provider';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { executeRun } from '@/server/worker/handlers/execute-run';
import { packStudy, type Study, unpackStudy } from './bundle';
import { collectStudy } from './collect';
import { PRIMARY_OUTCOME, protocolHash, runName, type StudyArm, type StudyProtocol } from './protocol';
import { replayStudy } from './replay-study';

const KEY = 'sk-study-that-must-stay-secret';
const HEADER = 'routed-by-a-secret-name';
const SIZES = { serial: 1, naive: 10, combee: 10 } as const;

let lab: PracticeLab;
let listener: ReturnType<typeof makeListener>;
let study: Study;

beforeAll(async () => {
  lab = await openPracticeLab({ train: 20, heldOut: 12, timeScale: null });
  listener = makeListener(lab.database.url);
  const change = { apiKey: KEY, headers: { 'x-route': HEADER } };
  await updateProvider(lab.actorAs('owner'), { providerId: lab.providerId, change }, () => undefined);
  const runs: Record<string, string> = {};
  for (const arm of ['serial', 'naive', 'combee'] as const)
    for (const seed of [1, 2]) runs[runName(arm, seed)] = await carried(arm, seed);
  study = await collectStudy(lab.database.pg, { protocol: protocol(), runs, deviations: [] });
});
afterAll(async () => {
  await listener.close();
  await lab.close();
});

async function carried(arm: keyof typeof SIZES, seed: number): Promise<string> {
  const experimentId = await lab.makeExperiment({
    aggregation: { kind: arm === 'combee' ? 'combee' : 'naive' },
    batch: { kind: 'static', size: SIZES[arm], reason: 'An arm of a study, all at one size.' },
  });
  const { id } = await startRun(lab.actor, { experimentId, kind: 'comparisonPoint', seed });
  const job = { payload: { runId: id }, tries: 0, signal: new AbortController().signal };
  const closing = new AbortController().signal;
  expect(await executeRun(job, { worker: 'w', pool: lab.database.pg, listener, closing })).toBe('done');
  return id;
}

function protocol(): StudyProtocol {
  const file = { name: 'a.jsonl', sha256: 'a'.repeat(64) };
  return {
    version: 1,
    registeredAt: '2026-11-23T00:00:00.000Z',
    data: { preset: 'formula', train: file, heldOut: file, counts: { train: 20 } },
    endpoint: {
      practice: true,
      origin: 'practice model',
      model: 'practice-task',
      proposer: 'practice-proposer',
    },
    method: 'ace',
    arms: ['serial', 'naive', 'combee'] satisfies StudyArm[],
    batchSize: 10,
    seeds: [1, 2],
    epochs: 1,
    lanes: 8,
    margin: 0.01,
    primaryOutcome: PRIMARY_OUTCOME,
  };
}

it('a bundle replays without database and key to the same hashes and table', async () => {
  const bundle = packStudy(study, [KEY, HEADER]);
  const { runs, faults, results } = await replayStudy(bundle);
  expect(faults).toEqual([]);
  expect(runs.map(({ isSame }) => isSame)).toEqual(Array(6).fill(true));
  expect(results.table.rows.map(({ arm, seeds }) => [arm, seeds.length])).toEqual([
    ['serial', 2],
    ['naive', 2],
    ['combee', 2],
  ]);
  expect(results.table.primary?.margin).toBe(0.01);
  expect(results.protocolHash).toBe(protocolHash(protocol()));
});

it('a bundle with a key or a header value is not packed', async () => {
  const { keyHint } = await db().provider.findUniqueOrThrow({ where: { id: lab.providerId } });
  expect(keyHint).toBe(KEY.slice(-4));
  const everything = JSON.stringify(unpackStudy(packStudy(study, [])).study, (_, value) =>
    value instanceof Map ? [...value] : value,
  );
  for (const secret of [KEY, HEADER]) expect(everything).not.toContain(secret);
  const leaky = { ...study, deviations: [`The provider said: wrong key ${KEY}.`] };
  const thrown = await Promise.resolve()
    .then(() => packStudy(leaky, [KEY]))
    .catch((error: unknown) => error);
  expect(AppError.is(thrown, 'INVARIANT_BROKEN')).toBe(true);
});

it('a bundle repacked with a changed answer, ledger or figure is refused', async () => {
  const [first, ...others] = study.runs;
  if (!first) throw new Error('the study has no run');
  const faultsOf = async (changed: Study) => (await replayStudy(packStudy(changed, []))).faults;
  const answers = new Map(first.answers);
  for (const [key, answer] of answers) {
    if (!key.includes('/evaluate/') || !answer.outcome.ok) continue;
    answers.set(key, { ...answer, outcome: { ...answer.outcome, text: '{"final_answer": "0"}' } });
  }
  const answered = await faultsOf({ ...study, runs: [{ ...first, answers }, ...others] });
  expect(answered.some((fault) => fault.includes('does not follow from its journal'))).toBe(true);
  const ledger = first.ledger.map((entry) =>
    entry.type === 'heldOut.measured'
      ? { ...entry, data: { ...entry.data, scores: entry.data.scores.map(() => 1) } }
      : entry,
  );
  const stated = await faultsOf({ ...study, runs: [{ ...first, ledger }, ...others] });
  expect(stated).toEqual(
    expect.arrayContaining([expect.stringContaining('ledger'), expect.stringContaining('table')]),
  );
});
