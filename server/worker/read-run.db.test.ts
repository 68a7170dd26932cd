import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  candidateView,
  exportRun as exportOperation,
  getIteration as iterationOperation,
  listEntriesQuery,
  listRolloutsQuery,
} from '@/lib/contracts/run-reading';
import { ledgerEntry, listedRollout, rollout, rolloutTrace } from '@/lib/contracts/run-shapes';
import { testActor } from '@/lib/testing/test-actor';
import { makeListener } from '@/server/events/listener';
import { startRun } from '@/server/services/launches/start-run';
import {
  exportRun,
  getCandidate,
  getIteration,
  listEntries,
  streamRun,
} from '@/server/services/runs/read-ledger';
import { getRolloutTrace, listRollouts } from '@/server/services/runs/read-rollouts';
import { getRun } from '@/server/services/runs/read-runs';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { executeRun } from './handlers/execute-run';

let lab: PracticeLab;
let runId: string;
beforeAll(async () => {
  lab = await openPracticeLab({ train: 12, heldOut: 4, timeScale: null });
  const batch = { kind: 'static', size: 6, reason: 'A test compares runs at one size.' };
  const experimentId = await lab.makeExperiment({ batch });
  runId = (await startRun(lab.actor, { experimentId, kind: 'comparisonPoint', seed: 7 })).id;
  const listener = makeListener(lab.database.url);
  const { signal } = new AbortController();
  const job = { payload: { runId }, tries: 0, signal };
  await executeRun(job, { worker: 'worker', pool: lab.database.pg, listener, closing: signal });
  await listener.close();
});
afterAll(() => lab.close());

const entriesFrom = (query: object) => listEntries(lab.actor, { runId, ...listEntriesQuery.parse(query) });
const rolloutsOf = (query: object) => listRollouts(lab.actor, { runId, ...listRolloutsQuery.parse(query) });

describe('reading a run', () => {
  it('gives the ledger in pages that meet without gap', async () => {
    const seen: number[] = [];
    for (let after: number | null = 0; after !== null; ) {
      const page: Awaited<ReturnType<typeof entriesFrom>> = await entriesFrom({ after, limit: 7 });
      for (const entry of page.items) seen.push(ledgerEntry.parse(entry).seq);
      after = page.nextAfter;
    }
    const { lastSeq } = await getRun(lab.actor, { runId });
    expect(seen).toEqual(Array.from({ length: lastSeq }, (_, index) => index + 1));
  });

  it('streams the same, and ends since the run has ended', async () => {
    const seen: number[] = [];
    const after = 5;
    for await (const { seq } of await streamRun(lab.actor, {
      runId,
      after,
      signal: AbortSignal.timeout(300_000),
    }))
      seen.push(seq);
    expect(seen[0]).toBe(6);
    expect(seen.at(-1)).toBe((await getRun(lab.actor, { runId })).lastSeq);
  });

  it('lists rollouts by split and correctness', async () => {
    const train = await rolloutsOf({ split: 'train' });
    expect(train.items.map((one) => rollout.parse(one).exampleId).sort()).toHaveLength(12);
    const right = await rolloutsOf({ split: 'train', correct: 'true' });
    const wrong = await rolloutsOf({ split: 'train', correct: 'false' });
    expect(right.items.length + wrong.items.length).toBe(12);
    const first = await rolloutsOf({ split: 'train', limit: 5 });
    const second = await rolloutsOf({ split: 'train', limit: 50, cursor: first.nextCursor ?? '' });
    expect([...first.items, ...second.items]).toEqual(train.items);
    const [one] = train.items.map((item) => listedRollout.parse(item));
    const { example } = await getRolloutTrace(lab.actor, { runId, seq: one?.seq ?? 0 });
    expect(example?.expected).toBe(one?.expected);
    expect(example?.question.slice(0, 200)).toBe(one?.question);
    await expect(rolloutsOf({ cursor: 'x' })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  });

  it('puts the messages of a rollout together again, with what the reflector wrote', async () => {
    const [one] = (await rolloutsOf({ split: 'train', limit: 1 })).items;
    const trace = rolloutTrace.parse(await getRolloutTrace(lab.actor, { runId, seq: one?.seq ?? 0 }));
    expect(trace.calls.map(({ purpose }) => purpose)).toContain('reflect');
    const [generate] = trace.calls;
    expect(generate?.messages[0]?.content).toMatch(/^You are the generator\./);
    expect(generate?.messages[1]?.content).toContain(trace.example?.question);
    expect(generate?.reply).toContain('final_answer');
    expect(trace.reflection).not.toBeNull();
    await expect(getRolloutTrace(lab.actor, { runId, seq: 1 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('gives an iteration without its rollouts, and a candidate by its hash', async () => {
    const { entries } = iterationOperation.response.parse(
      await getIteration(lab.actor, { runId, iteration: 0 }),
    );
    expect(entries.map(({ type }) => type)).toEqual(
      expect.arrayContaining([
        'batch.planned',
        'iteration.started',
        'shuffle.finished',
        'scan.combined',
        'iteration.closed',
      ]),
    );
    const { summary } = await getRun(lab.actor, { runId });
    const hash = summary.bestCandidateHash ?? '';
    expect(candidateView.parse(await getCandidate(lab.actor, { runId, hash })).hash).toBe(hash);
    await expect(getIteration(lab.actor, { runId, iteration: 99 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('exports run, manifest and every entry', async () => {
    const { filename, lines } = await exportRun(lab.actor, { runId });
    const read: string[] = [];
    for await (const line of lines) read.push(exportOperation.response.parse(line));
    expect(filename).toBe(`${runId}.jsonl`);
    const head = JSON.parse(read[0] ?? '');
    expect(head.run.id).toBe(runId);
    expect(head.manifest.runSeed).toBe(7);
    expect(read).toHaveLength(1 + head.run.lastSeq);
  });

  it('shows nothing of it to another workspace', async () => {
    const stranger = testActor('experimenter', { workspaceId: 'ws_other' });
    const { signal } = new AbortController();
    const attempts = [
      () => listEntries(stranger, { runId, ...listEntriesQuery.parse({}) }),
      () => streamRun(stranger, { runId, after: 0, signal }),
      () => listRollouts(stranger, { runId, ...listRolloutsQuery.parse({}) }),
      () => getRolloutTrace(stranger, { runId, seq: 1 }),
      () => getIteration(stranger, { runId, iteration: 0 }),
      () => getCandidate(stranger, { runId, hash: 'h' }),
      () => exportRun(stranger, { runId }),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
