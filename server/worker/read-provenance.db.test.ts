import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  listInsights as listInsightsOperation,
  listInsightsQuery,
  readBulletHistory as readBulletHistoryOperation,
} from '@/lib/contracts/provenance';
import { testActor } from '@/lib/testing/test-actor';
import { makeListener } from '@/server/events/listener';
import { startRun } from '@/server/services/launches/start-run';
import { readBulletHistory } from '@/server/services/runs/read-bullet-history';
import { listInsights } from '@/server/services/runs/read-insights';
import { getRolloutTrace } from '@/server/services/runs/read-rollouts';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { executeRun } from './handlers/execute-run';

/** A whole run on the practice model, and the way between its rollouts and the bullets of its playbook. */
let lab: PracticeLab;
let runId = '';

beforeAll(async () => {
  lab = await openPracticeLab({ train: 18, heldOut: 4, timeScale: null });
  const listener = makeListener(lab.database.url);
  const { signal } = new AbortController();
  const batch = { kind: 'static', size: 9, reason: 'A test follows insights over two iterations.' };
  const experimentId = await lab.makeExperiment({ batch, survival: { ids: true } });
  ({ id: runId } = await startRun(lab.actor, { experimentId, kind: 'comparisonPoint', seed: 7 }));
  const job = { payload: { runId }, tries: 0, signal };
  await executeRun(job, { worker: 'worker', pool: lab.database.pg, listener, closing: signal });
  await listener.close();
});
afterAll(() => lab.close());

const insights = async (query: object) =>
  listInsightsOperation.response.parse(
    await listInsights(lab.actor, { runId, ...listInsightsQuery.parse(query) }),
  );

describe('the provenance of a bullet', () => {
  it('leads from a rollout to the line it became, and from the line back to the rollout', async () => {
    const { items } = await insights({ iteration: 0 });
    const became = items.find(({ line, place }) => place === 'prompt' && line !== null);
    const [reflection] = became?.reflections ?? [];
    expect(became?.text).toBeTruthy();
    const trace = await getRolloutTrace(lab.actor, { runId, seq: reflection?.rolloutSeq ?? 0 });
    expect(trace.rollout).toMatchObject({ iteration: 0, ordinal: reflection?.ordinal, split: 'train' });

    const back = await insights({ line: became?.line });
    expect(back.items.flatMap(({ reflections }) => reflections)).toContainEqual(reflection);
    const own = await insights({ iteration: 0, ordinal: reflection?.ordinal });
    expect(own.items.map(({ id }) => id)).toContain(became?.id);
    expect(own.items.length).toBeLessThan(items.length);
  });

  it('pages without losing one', async () => {
    const all = await insights({ limit: 200 });
    const first = await insights({ limit: 5 });
    const rest = await insights({ limit: 200, cursor: first.nextCursor ?? '' });
    expect([...first.items, ...rest.items]).toEqual(all.items);
    expect(all.note).toBeNull();
  });

  it('tells when a bullet was added and what its counters were in each version', async () => {
    const { items } = await insights({ iteration: 0 });
    const line = items.find(({ place }) => place === 'prompt')?.line ?? '';
    const history = readBulletHistoryOperation.response.parse(
      await readBulletHistory(lab.actor, { runId, bullet: line }),
    );
    expect(history.steps[0]).toMatchObject({ iteration: 0, kind: 'added', operation: 'add', byHand: null });
    expect(history.counters[0]).toEqual({ iteration: 0, helpful: 0, harmful: 0 });
  });

  it('says of a bullet that no version holds that there is none, and shows no run of another workspace', async () => {
    const missing = { code: 'NOT_FOUND' };
    await expect(readBulletHistory(lab.actor, { runId, bullet: 'x%_]' })).rejects.toMatchObject(missing);
    const stranger = testActor('experimenter', { workspaceId: 'ws_other' });
    await expect(readBulletHistory(stranger, { runId, bullet: 'x' })).rejects.toMatchObject(missing);
    await expect(listInsights(stranger, { runId, ...listInsightsQuery.parse({}) })).rejects.toMatchObject(
      missing,
    );
  });
});
