import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSurvival as readSurvivalOperation, readSurvivalQuery } from '@/lib/contracts/survival';
import { testActor } from '@/lib/testing/test-actor';
import { makeListener } from '@/server/events/listener';
import { readSeenShares } from '@/server/repositories/rollout-replies';
import { startRun } from '@/server/services/launches/start-run';
import { getRolloutTrace, listRollouts } from '@/server/services/runs/read-rollouts';
import { readSurvival } from '@/server/services/runs/read-survival';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { executeRun } from './handlers/execute-run';

/** The same run twice: once it states the fates of its insights, once they are reckoned from its ledger. */
let lab: PracticeLab;
const runIds = { reckoned: '', stated: '' };

beforeAll(async () => {
  lab = await openPracticeLab({ train: 18, heldOut: 4, timeScale: null });
  const batch = { kind: 'static', size: 9, reason: 'A test compares runs at one size.' };
  const listener = makeListener(lab.database.url);
  const { signal } = new AbortController();
  for (const [name, settings] of [
    ['reckoned', { batch }],
    ['stated', { batch, survival: { ids: true } }],
  ] as const) {
    const experimentId = await lab.makeExperiment(settings);
    const { id: runId } = await startRun(lab.actor, { experimentId, kind: 'comparisonPoint', seed: 7 });
    runIds[name] = runId;
    const job = { payload: { runId }, tries: 0, signal };
    await executeRun(job, { worker: 'worker', pool: lab.database.pg, listener, closing: signal });
  }
  await listener.close();
});
afterAll(() => lab.close());

const read = async (runId: string, query: object = {}) =>
  readSurvivalOperation.response.parse(
    await readSurvival(lab.actor, { runId, ...readSurvivalQuery.parse(query) }),
  );

describe('the survival of a run', () => {
  it('is there for runs that followed nothing, and for those that carried ids', async () => {
    const [reckoned, stated] = [await read(runIds.reckoned), await read(runIds.stated)];
    expect([reckoned.stated, reckoned.ids, stated.stated, stated.ids]).toEqual([false, false, true, true]);
    for (const view of [reckoned, stated]) {
      expect(view.iterations.map(({ iteration, wentIn }) => [iteration, wentIn])).toEqual([
        [0, 9],
        [1, 9],
      ]);
      for (const one of view.iterations) {
        const counts = [one.wentIn, one.level1, one.level2, one.inPrompt];
        expect(counts).toEqual(counts.toSorted((a, b) => b - a));
        expect(one.level2).toBeGreaterThan(0);
      }
      expect(view.bySize).toHaveLength(1);
      expect(view.byAge.map(({ age }) => age)).toEqual([0, 1]);
      expect(view.practice).toBe(true);
    }
    const told = (key: 'byId' | 'bySimilarity') =>
      [reckoned, stated].map((view) => view.iterations[0]?.[key]);
    expect(told('byId')[0]).toBe(0);
    expect(told('bySimilarity')[1]).toBe(0);
  });

  it('pages through fates with the words of each, and filters them by place', async () => {
    const { fates: all } = await read(runIds.stated);
    expect(all).toHaveLength(18);
    expect(all.every(({ text, exampleId }) => text !== null && exampleId !== null)).toBe(true);
    const first = await read(runIds.stated, { limit: 7 });
    const rest = await read(runIds.stated, { limit: 50, cursor: first.nextCursor ?? '' });
    expect([...first.fates, ...rest.fates]).toEqual(all);
    expect(rest.nextCursor).toBeNull();
    const lost = await read(runIds.stated, { place: 'lost' });
    const kept = await read(runIds.stated, { place: 'prompt' });
    expect(lost.fates.length + kept.fates.length).toBe(18);
    expect(kept.fates.every(({ line }) => line?.includes('-'))).toBe(true);
    const second = await read(runIds.stated, { iteration: 1 });
    expect(second.fates.every(({ iteration }) => iteration === 1)).toBe(true);
  });

  it('refuses a cursor that is none, and a run of another workspace', async () => {
    await expect(read(runIds.stated, { cursor: 'x' })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    const stranger = testActor('experimenter', { workspaceId: 'ws_other' });
    await expect(
      readSurvival(stranger, { runId: runIds.stated, ...readSurvivalQuery.parse({}) }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a run whose rollouts an agent answered', () => {
  const reply = {
    ...{
      rolloutId: 'ro_0123456789',
      attempts: 1,
      trajectoryHash: 'a'.repeat(64),
      modelCalls: 4,
      toolErrors: 1,
    },
    ...{ injection: { system: 'proven' }, selfReported: null, limit: 'tokens', countedBy: 'proxy' },
    seen: { text: 'condensed', share: 0.31, cuts: 3 },
  };

  it('names the share that each reflection saw, and the rollout behind each answer', async () => {
    const runId = runIds.reckoned;
    await lab.database.pg.query(
      `UPDATE "JournalCall" SET outcome = outcome || jsonb_build_object('rollout', $2::jsonb)
       WHERE "runId" = $1 AND key IN (SELECT jsonb_array_elements_text(data->'callKeys') FROM "LedgerEntry"
         WHERE "runId" = $1 AND type = 'rollout.finished' AND data->>'split' = 'train')`,
      [runId, JSON.stringify(reply)],
    );
    const shares = await readSeenShares(runId);
    expect([shares.size, shares.get('0/0'), shares.get('1/8')]).toEqual([18, 0.31, 0.31]);
    const ofOne = await readSeenShares(runId, 1);
    expect([ofOne.size, ofOne.get('1/8'), ofOne.has('0/0')]).toEqual([9, 0.31, false]);
    const { items } = await listRollouts(lab.actor, { runId, limit: 50, split: 'train' });
    expect(items[0]?.agent).toMatchObject({
      ...{ rolloutId: 'ro_0123456789', hasTrajectory: true, modelCalls: 4, limit: 'tokens', seenShare: 0.31 },
      injection: { system: 'proven' },
    });
    const trace = await getRolloutTrace(lab.actor, { runId, seq: items[0]?.seq ?? 0 });
    expect(trace.rollout.agent?.seenShare).toBe(0.31);
    expect(JSON.stringify(items)).not.toContain('condensed');
  });

  it('without an agent splits no survival by share', async () => {
    expect((await read(runIds.stated)).bySeen).toEqual([]);
  });
});
