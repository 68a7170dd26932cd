import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentHash } from '@/lib/domain/content-hash';
import type { RunManifest } from '@/lib/domain/manifest';
import { canaryPlan } from '@/lib/testing/builders/canary-plan';
import { buildManifest, buildModelBinding } from '@/lib/testing/builders/manifest-builder';
import { manualClock } from '@/lib/testing/manual-clock';
import { type SeededSlot, seedCanary, seedSlot } from '@/server/http/testing/seed-canary';
import { startTestApi, type TestApi } from '@/server/http/testing/test-api';
import { seedRun } from '@/server/ledger/testing/seed-run';
import { setServingClock } from '@/server/observability/serving-clock';
import { noteScoring } from '@/server/repositories/evaluator-probes';
import { tickCanary } from '@/server/services/promotion/count/tick-canaries';
import { keepProbe } from '@/server/services/promotion/decide/keep-probe';
import {
  completion,
  json,
  type StubProvider,
  startStubProvider,
} from '@/server/serving/testing/stub-provider';
import { dueProbes, probeEvaluator } from './probe-evaluator';

/** Scores of the run's judge are repeated while a canary relies on it, and a judge that drifted ends the canary. */
const HOUR = 3_600_000;
const ANSWERS = 40;
const clock = manualClock(Date.UTC(2026, 10, 22, 8));
let api: TestApi;
let provider: StubProvider;
beforeAll(async () => {
  provider = await startStubProvider();
  api = await startTestApi({ WAGGLE_ALLOWED_ADDRESSES: '127.0.0.1' });
  setServingClock(clock);
});
afterAll(async () => {
  setServingClock(undefined);
  await api.close();
  await provider.close();
});

let made = 0;
/** A slot whose challenger comes from a run with these answers, every other one scored right by a calibrated judge. */
async function fromJudgedRun(scored = ANSWERS): Promise<SeededSlot> {
  made += 1;
  const { db, pg } = api.database;
  const runId = await seedRun(pg);
  const providerId = `prv_probe_${made}`;
  const { workspaceId } = api;
  await db.provider.create({
    data: { id: providerId, workspaceId, name: providerId, baseUrl: provider.url },
  });
  const binding = {
    providerId,
    origin: provider.url,
    model: 'judge',
    usdPerMillionIn: 1,
    usdPerMillionOut: 2,
  };
  const plain = buildManifest();
  const task = { ...plain.task, scoring: { kind: 'judge', rubric: 'Is it right?' } } as const;
  const models = { ...plain.models, evaluator: buildModelBinding(binding) };
  const manifest: RunManifest = { ...plain, task, models };
  await db.run.update({ where: { id: runId }, data: { manifest: manifest as object, workspaceId } });
  const type = 'evaluator.calibrated';
  const calibrated = { runId, seq: 1, type, key: type, measured: {}, data: { verdict: 'passed' } };
  await db.ledgerEntry.create({ data: { ...calibrated, at: new Date() } });
  for (let index = 0; index < scored; index += 1) await keepVerdict(runId, index);
  return seedSlot(api, `probe_${made}`, { from: { runId, candidateHash: 'c'.repeat(64) } });
}

async function keepVerdict(runId: string, index: number): Promise<void> {
  const { db } = api.database;
  const body = `<answer>\nnumber ${index}\n</answer>`;
  const textHash = contentHash(body);
  await db.text.createMany({ data: [{ hash: textHash, body }], skipDuplicates: true });
  const place = { iteration: 0, purpose: 'judge', role: 'evaluator', model: 'judge' };
  const outcome = { ok: true, text: `{"reasoning": "", "score": ${index % 2}}` };
  await db.journalCall.create({
    data: {
      ...{ runId, key: `0/judge/${1_000_000 + index}/0/p/p`, ...place, subject: `example ${index}` },
      ...{ promptHash: 'p', paramsHash: 'p', messages: [{ role: 'user', textHash }] },
      ...{ sentAt: new Date(), answeredAt: new Date(), outcome, worker: 'test' },
    },
  });
}

/** Sets the judge's score of each answer by its index. */
function judgeSays(score: (index: number) => number): void {
  provider.reply = (asked, response) => {
    const index = Number(/number (\d+)/.exec(String(asked.body.messages[0]?.content))?.[1]);
    return json(200, completion(`{"reasoning": "", "score": ${score(index)}}`))(asked, response);
  };
}

const read = async (canaryId: string) => (await api.call('readCanary', { params: { canaryId } })).json;
const driftOf = async (canaryId: string) =>
  (await read(canaryId)).health.find(({ check }: { check: string }) => check === 'evaluatorDrift');
const note = (canaryId: string) => noteScoring(api.database.pg, canaryId, new Date(clock.nowMs()));
const probe = (canaryId: string) => probeEvaluator(api.database.pg, canaryId, clock);

describe('the probe set of an evaluator', () => {
  it('is kept at registration and rescored unchanged every six hours, and a drifted judge is invalid', async () => {
    const canaryId = await seedCanary(api, await fromJudgedRun());
    expect((await api.call('registerCanary', { params: { canaryId } })).status).toBe(200);
    expect((await api.call('startCanary', { params: { canaryId } })).status).toBe(200);
    expect(await dueProbes(clock, canaryId)).toEqual([]);
    expect((await driftOf(canaryId)).state).toBe('unmeasured');
    await note(canaryId);
    expect(await dueProbes(clock, canaryId)).toEqual([canaryId]);
    judgeSays((index) => index % 2);
    const before = provider.asked.length;
    await probe(canaryId);
    await probe(canaryId);
    expect(provider.asked.length - before).toBe(ANSWERS);
    expect(await driftOf(canaryId)).toMatchObject({ state: 'sound', measuredAt: '2026-11-22T08:00:00.000Z' });
    const [reading] = await api.database.db.evaluatorReading.findMany({ where: { canaryId } });
    expect(reading).toMatchObject({ n: ANSWERS, mean: 0.5, shift: 0, p: 1 });
    expect(reading?.costUsd).toBeGreaterThan(0);
    clock.advance(6 * HOUR);
    judgeSays((index) => Number(index % 2 === 1 || index < 26));
    await probe(canaryId);
    expect((await driftOf(canaryId)).state).toBe('invalid');
    await tickCanary(canaryId, clock);
    expect((await read(canaryId)).state).toBe('invalid');
  });

  it('gives no reading while the judge is down, so that the job is retried', async () => {
    const canaryId = await seedCanary(api, await fromJudgedRun());
    await api.call('registerCanary', { params: { canaryId } });
    await api.call('startCanary', { params: { canaryId } });
    await note(canaryId);
    provider.reply = json(200, completion('I would rather not say.'));
    await expect(probe(canaryId)).rejects.toThrow('Too few answers');
    expect(await dueProbes(clock, canaryId)).toEqual([canaryId]);
  });

  it('counts the cost of each try, even without a reading', async () => {
    const canaryId = await seedCanary(api, await fromJudgedRun());
    await api.call('registerCanary', { params: { canaryId } });
    await api.call('startCanary', { params: { canaryId } });
    await note(canaryId);
    provider.reply = json(200, completion('I would rather not say.'));
    await expect(probe(canaryId)).rejects.toThrow('Too few answers');
    const failed = (await read(canaryId)).probes;
    expect(failed).toMatchObject({ calls: ANSWERS, unpriced: 0 });
    expect(failed.usd).toBeGreaterThan(0);
    clock.advance(60_000);
    judgeSays((index) => index % 2);
    await probe(canaryId);
    const [reading] = await api.database.db.evaluatorReading.findMany({ where: { canaryId } });
    const both = (await read(canaryId)).probes;
    expect(both.calls).toBe(2 * ANSWERS);
    expect(both.usd).toBeCloseTo(failed.usd + Number(reading?.costUsd), 9);
  });

  it('counts all other calls when one of them fails', async () => {
    const canaryId = await seedCanary(api, await fromJudgedRun());
    await api.call('registerCanary', { params: { canaryId } });
    await api.call('startCanary', { params: { canaryId } });
    await note(canaryId);
    const at = new Date(clock.nowMs());
    const taken = { canaryId, at, key: `0/judge/${1_000_007}/0/p/p`, isScored: true, costUsd: 0 };
    await api.database.db.probeCall.create({ data: taken });
    judgeSays((index) => index % 2);
    await expect(probe(canaryId)).rejects.toMatchObject({ code: 'P2002' });
    expect((await read(canaryId)).probes).toMatchObject({ calls: ANSWERS, unpriced: 0 });
  });

  it('is awaited by a final verdict, for a limited time', async () => {
    const ended = async () => {
      const slot = await fromJudgedRun();
      const plan = canaryPlan({ share: 1, pairsMin: 1, pairsPlanned: 1, outcomeWindowHours: 1 });
      const stageStartedAt = new Date(clock.nowMs());
      const row = { plan: plan as object, stageStartedAt, lastTrafficAt: stageStartedAt };
      const canaryId = await seedCanary(api, slot, { state: 'shadow', row });
      const takenAt = stageStartedAt;
      await api.database.db.$transaction((tx) => keepProbe(tx, { canaryId, takenAt }));
      await note(canaryId);
      return canaryId;
    };
    const [answered, silent] = [await ended(), await ended()];
    judgeSays((index) => index % 2);
    for (const canaryId of [answered, silent]) {
      await probe(canaryId);
      const lastTrafficAt = new Date(clock.nowMs() + 23.9 * HOUR);
      await api.database.db.canary.update({ where: { id: canaryId }, data: { lastTrafficAt } });
    }
    clock.advance(24 * HOUR);
    for (const canaryId of [answered, silent]) await tickCanary(canaryId, clock);
    expect([(await read(answered)).state, (await read(silent)).state]).toEqual(['shadow', 'shadow']);
    await probe(answered);
    await tickCanary(answered, clock);
    expect((await read(answered)).state).toBe('inconclusive');
    clock.advance(5 * HOUR);
    await tickCanary(silent, clock);
    expect((await read(silent)).state).toBe('shadow');
    clock.advance(2 * HOUR);
    await tickCanary(silent, clock);
    expect((await read(silent)).state).toBe('inconclusive');
  });
});

describe('an evaluator that is code, and one that has scored too little', () => {
  it('report that they cannot drift or cannot be probed', async () => {
    const { pg, db } = api.database;
    const runId = await seedRun(pg);
    const data = { manifest: buildManifest() as object, workspaceId: api.workspaceId };
    await db.run.update({ where: { id: runId }, data });
    made += 1;
    const slot = await seedSlot(api, `probe_${made}`, { from: { runId, candidateHash: 'c'.repeat(64) } });
    const few = await fromJudgedRun(3);
    const found = [];
    for (const one of [slot, few]) {
      const canaryId = await seedCanary(api, one);
      await api.call('registerCanary', { params: { canaryId } });
      await api.call('startCanary', { params: { canaryId } });
      await note(canaryId);
      expect(await dueProbes(clock, canaryId)).toEqual([]);
      found.push(await driftOf(canaryId));
    }
    expect(found.map(({ state }) => state)).toEqual(['byDesign', 'unmeasured']);
    expect(found[1].sentence).toContain('3 answers');
  });
});
