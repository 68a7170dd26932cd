import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FactData, FactType } from '@/lib/domain/ledger-entry';
import type { RunManifest } from '@/lib/domain/manifest';
import { PROMPT_HASHES } from '@/lib/methods/gepa/prompts/prompt-hashes';
import { proposalReason } from '@/lib/words/candidate';
import { db } from '@/server/db/client';
import { makeListener } from '@/server/events/listener';
import { readLedger } from '@/server/ledger/testing/seed-run';
import { findCandidateAfter, findLeaderAfter } from '@/server/repositories/branch-points';
import { branchRun } from '@/server/services/launches/branch-run';
import { startRun } from '@/server/services/launches/start-run';
import { getRun } from '@/server/services/runs/read-runs';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { executeRun } from './handlers/execute-run';

let lab: PracticeLab;
let listener: ReturnType<typeof makeListener>;
beforeAll(async () => {
  lab = await openPracticeLab({ train: 32, heldOut: 12, selection: 12, timeScale: null });
  listener = makeListener(lab.database.url);
});
afterAll(async () => {
  await listener.close();
  await lab.close();
});

async function carried(kind: 'comparisonPoint' | 'serialBaseline', settings: object) {
  const experimentId = await lab.makeExperiment({ method: { name: 'gepa' }, ...settings });
  const { id } = await startRun(lab.actor, { experimentId, kind, seed: 7 });
  const job = { payload: { runId: id }, tries: 0, signal: new AbortController().signal };
  const means = {
    worker: 'worker-1',
    pool: lab.database.pg,
    listener,
    closing: new AbortController().signal,
  };
  expect(await executeRun(job, means)).toBe('done');
  const entries = await readLedger(lab.database.pg, id);
  const factsOf = <T extends FactType>(type: T) =>
    entries.filter((entry) => entry.type === type).map(({ data }) => data as unknown as FactData[T]);
  return { run: await getRun(lab.actor, { runId: id }), entries, factsOf };
}

const STATIC = { kind: 'static', size: 8, reason: 'A test compares runs at one size.' };

describe('a run of GEPA from the service to its end, on the practice provider', () => {
  it('learns with Combee: two levels a proposal, a pool that the selection split chose from, and one ending', async () => {
    const { run, entries, factsOf } = await carried('comparisonPoint', { batch: STATIC });
    expect(run).toMatchObject({ status: 'finished', practice: true });
    expect(run.summary).toMatchObject({ phase: 'ended', iterationsClosed: 4 });
    const scans = factsOf('scan.combined');
    expect(scans.length).toBeGreaterThan(0);
    for (const { mode, k, calls } of scans) expect([mode, k, calls]).toEqual(['llm', 2, 3]);
    const proposed = factsOf('candidate.proposed');
    expect(proposed.some(({ accepted }) => accepted)).toBe(true);
    for (const { accepted, reason } of proposed) {
      expect(typeof accepted).toBe('boolean');
      expect(proposalReason({ reason })).toMatch(/\.$/);
    }
    expect(factsOf('candidate.selected').length).toBeGreaterThan(1);
    const [end] = factsOf('run.finished');
    expect(end?.bestScore.mean).toBeGreaterThanOrEqual(end?.seedScore.mean ?? 1);
    expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length);
  });

  it('finishes as a serial baseline, and pins its own prompts', async () => {
    const { run } = await carried('serialBaseline', {});
    expect(run.status).toBe('finished');
    const { manifest } = await db().run.findUniqueOrThrow({ where: { id: run.id } });
    expect(manifest).toMatchObject({ method: { name: 'gepa', version: '1' }, prompts: PROMPT_HASHES });
  });

  it('is branched from the leading candidate of its pool, and never under a plan that its search ignores', async () => {
    const { run, factsOf } = await carried('comparisonPoint', { batch: STATIC });
    const texts = new Map(factsOf('candidate.created').map(({ hash, text }) => [hash, text]));
    const leaders = [...factsOf('iteration.started').slice(1), ...factsOf('heldOut.measured').slice(-1)];
    for (const [iteration, { candidateHash }] of leaders.entries()) {
      const branch = await branchRun(lab.actor, { runId: run.id, iteration });
      const { manifest } = await db().run.findUniqueOrThrow({ where: { id: branch.id } });
      expect(manifest).toMatchObject({ seedCandidateText: texts.get(candidateHash) });
    }
    const { manifest } = await db().run.findUniqueOrThrow({ where: { id: run.id } });
    const aggregation = { ...(manifest as unknown as RunManifest).aggregation, grouping: 'planned' as const };
    await expect(branchRun(lab.actor, { runId: run.id, iteration: 0, aggregation })).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
    });
    // The latest candidate need not lead: here another child followed the leader.
    await db().$executeRaw`
      INSERT INTO "LedgerEntry" ("runId", seq, at, key, type, data, measured)
      SELECT "runId", 1000000, at, 'candidate.created/0/p9', type,
        data || '{"iteration": 0, "hash": "another", "text": "another"}', measured
      FROM "LedgerEntry" WHERE "runId" = ${run.id} AND key = 'candidate.created/seed'`;
    expect(await findCandidateAfter(run.id, 0)).toBe('another');
    expect(await findLeaderAfter(run.id, 0)).toBe(texts.get(leaders[0]?.candidateHash ?? ''));
  });
});
