import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runDispatch } from '@/lib/contracts/dispatch';
import { pageQuery } from '@/lib/contracts/page';
import { contentHash } from '@/lib/domain/content-hash';
import type { FlushEntry } from '@/lib/domain/flush';
import type { PreemptionMode } from '@/lib/domain/scheduling';
import { replayFlushes } from '@/lib/testing/pseudocode/replay-flushes';
import { testActor } from '@/lib/testing/test-actor';
import { db } from '@/server/db/client';
import { makeListener } from '@/server/events/listener';
import { readLedger } from '@/server/ledger/testing/seed-run';
import { startRun } from '@/server/services/launches/start-run';
import { prioritiseCandidate } from '@/server/services/runs/prioritise-candidate';
import { readDispatch } from '@/server/services/runs/read-dispatch';
import { getRun } from '@/server/services/runs/read-runs';
import { replayRun } from '@/server/services/runs/replay-run';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { executeRun } from './handlers/execute-run';

const STATIC = { kind: 'static', size: 16, reason: 'A test compares runs at one size.' };
const TEXT = '## OTHERS\n[misc-00001] helpful=0 harmful=0 :: Add a quarter at the end.';

let lab: PracticeLab;
let listener: ReturnType<typeof makeListener>;
beforeAll(async () => {
  lab = await openPracticeLab({ train: 32, heldOut: 8, timeScale: 200 });
  listener = makeListener(lab.database.url);
});
afterAll(async () => {
  await listener.close();
  await lab.close();
});

const point = (experimentId: string) =>
  startRun(lab.actor, { experimentId, kind: 'comparisonPoint', seed: 7 });
const prioritise = (runId: string, text = TEXT) => prioritiseCandidate(lab.actor, { runId, text });
const page = (runId: string, query: object = {}) =>
  readDispatch(lab.actor, { runId, ...pageQuery.parse(query) });

function carry(runId: string) {
  const job = { payload: { runId }, tries: 0, signal: new AbortController().signal };
  const closing = new AbortController().signal;
  return executeRun(job, { worker: 'worker-a', pool: lab.database.pg, listener, closing });
}

async function factsOf(runId: string, type: string) {
  const facts = await readLedger(lab.database.pg, runId);
  return facts.filter((fact) => fact.type === type).map(({ data }) => data as Record<string, unknown>);
}

describe('R-088 a candidate before everything else, in a run on Postgres', () => {
  it.each<PreemptionMode>(['drop', 'drain', 'rollback'])(
    '%s reaches the worker, joins the search, and is the same in a replay',
    async (preemption) => {
      const experimentId = await lab.makeExperiment({ batch: STATIC, dispatch: { preemption }, lanes: 4 });
      const { id } = await point(experimentId);
      const carried = carry(id);
      const calls = () => db().journalCall.count({ where: { runId: id, iteration: 0 } });
      await expect.poll(calls, { interval: 10 }).toBeGreaterThan(8);
      expect(await prioritise(id)).toMatchObject({ preemption, takenAt: null, hash: contentHash(TEXT) });
      expect(await carried).toBe('done');
      expect(await getRun(lab.actor, { runId: id })).toMatchObject({ status: 'finished' });
      const [preempted, ...more] = await factsOf(id, 'iteration.preempted');
      expect(more).toEqual([]);
      expect(preempted).toMatchObject({
        mode: preemption,
        by: lab.actor.name,
        candidateHash: contentHash(TEXT),
      });
      if (preemption === 'drain') expect(preempted?.dropped).toEqual([]);
      else expect(preempted?.dropped).not.toEqual([]);
      const byHand = (await factsOf(id, 'candidate.created')).filter((data) => data.byHand !== undefined);
      expect(byHand).toMatchObject([{ text: TEXT, byHand: lab.actor.name }]);
      expect((await page(id)).priorityCandidates[0]?.takenAt).not.toBeNull();
      expect(await db().journalCall.count({ where: { runId: id, answeredAt: null } })).toBe(0);
      expect(await replayRun(lab.actor, { runId: id, limits: null })).toMatchObject({ verdict: 'same' });
      await expect(prioritise(id)).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
    },
  );

  it('refuses without a confirmed meaning, while another one waits, and for a run of another workspace', async () => {
    const unpinned = await point(await lab.makeExperiment({ batch: STATIC, dispatch: null }));
    await expect(prioritise(unpinned.id)).rejects.toMatchObject({ code: 'PREEMPTION_UNSPECIFIED' });
    const { id } = await point(await lab.makeExperiment({ batch: STATIC }));
    const stranger = testActor('experimenter', { workspaceId: 'ws_other' });
    await expect(prioritiseCandidate(stranger, { runId: id, text: TEXT })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await prioritise(id);
    await expect(prioritise(id, 'another')).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
    const audit = await db().auditEntry.findMany({
      where: { subject: id, action: 'run.candidatePrioritised' },
    });
    expect(audit).toHaveLength(1);
  });
});

describe('R-084 how the calls of a run were sent', () => {
  it('is read with policy, pseudocode, expected and actual sizes; the pseudocode gives every batch again', async () => {
    const { id } = await point(await lab.makeExperiment({ batch: STATIC, lanes: 6 }));
    await carry(id);
    const read = runDispatch.parse(await page(id, { limit: 7 }));
    expect(read.policy).toMatchObject({ queueTarget: 6, maxWaitMs: 200, preemption: 'drain' });
    expect(read.pseudocode).toMatch('let QUEUE_TARGET = 6');
    expect(read.expected?.flushes).toBeGreaterThan(0);
    expect(read.workload).toMatchObject({ rollouts: 16, lanes: 6, measured: true });
    expect(read.iterations.map(({ iteration }) => iteration)).toEqual(expect.arrayContaining([0, 1]));
    const keys: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const next: Awaited<ReturnType<typeof page>> = await page(
        id,
        cursor ? { limit: 7, cursor } : { limit: 7 },
      );
      keys.push(...next.flushes.map(({ key }) => key));
      cursor = next.nextCursor;
    }
    const rows = await db().journalDecision.findMany({
      where: { runId: id, kind: 'flush' },
      orderBy: { key: 'asc' },
    });
    expect(keys).toEqual(rows.map(({ key }) => key).reverse());
    const entries = rows
      .map(({ value }) => value as unknown as FlushEntry)
      .sort((a, b) => a.number - b.number);
    expect(replayFlushes(read.pseudocode ?? '', entries)).toEqual({
      flushes: entries.length,
      agreed: entries.length,
      uncheckable: 0,
    });
    expect(read.actual.flushes, 'the facts count every flush').toBe(entries.length);
    const sent = await db().journalCall.count({ where: { runId: id, cached: false } });
    expect(entries.flatMap(({ members }) => members)).toHaveLength(sent);
    await expect(page(id, { cursor: 'nonsense' })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  });

  it('says that a run pins no policy, and expects nothing of it', async () => {
    const { id } = await point(await lab.makeExperiment({ batch: STATIC, dispatch: null }));
    expect(runDispatch.parse(await page(id))).toMatchObject({
      policy: null,
      pseudocode: null,
      expected: null,
      flushes: [],
      nextCursor: null,
    });
  });
});
