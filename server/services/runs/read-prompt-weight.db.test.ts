import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { promptWeight } from '@/lib/contracts/prompt-weight';
import type { FactData } from '@/lib/domain/ledger-entry';
import { countTokens } from '@/lib/stats/count-tokens';
import { testActor } from '@/lib/testing/test-actor';
import { db } from '@/server/db/client';
import { makeListener } from '@/server/events/listener';
import { readLedger } from '@/server/ledger/testing/seed-run';
import { listHeldOutCalls } from '@/server/repositories/held-out-calls';
import { startRun } from '@/server/services/launches/start-run';
import { executeRun } from '@/server/worker/handlers/execute-run';
import { readPromptWeight } from './read-prompt-weight';
import { openPracticeLab, type PracticeLab } from './testing/practice-lab';

const HELD_OUT = 12;
const STATIC = { kind: 'static', size: 8, reason: 'A test compares runs at one size.' };

let lab: PracticeLab;
let listener: ReturnType<typeof makeListener>;
beforeAll(async () => {
  lab = await openPracticeLab({ train: 16, heldOut: HELD_OUT, timeScale: null });
  listener = makeListener(lab.database.url);
});
afterAll(async () => {
  await listener.close();
  await lab.close();
});

async function finishedRun() {
  const experimentId = await lab.makeExperiment({ batch: STATIC, lanes: 4 });
  const { id: runId } = await startRun(lab.actor, { experimentId, kind: 'comparisonPoint', seed: 7 });
  const { signal } = new AbortController();
  const job = { payload: { runId }, tries: 0, signal };
  await executeRun(job, { worker: 'worker-a', pool: lab.database.pg, listener, closing: signal });
  const versions = (await readLedger(lab.database.pg, runId)).flatMap((fact) =>
    fact.type === 'candidate.created' ? [fact.data as FactData['candidate.created']] : [],
  );
  const [seed, last] = [versions[0], versions.at(-1)];
  if (!seed || !last) throw new Error('The run made no version.');
  return { runId, seed, last };
}

describe('the weight of a version of a run', () => {
  it('counts both texts, prices the difference, and names practice delays as not measured', async () => {
    const { runId, seed, last } = await finishedRun();
    const asked = { runId, hash: last.hash };
    const price = { usdPerMillionIn: 3, usdPerMillionCached: 0.3 };
    const change = (serving: object) => db().$executeRaw`
      UPDATE "Run" SET manifest = jsonb_set(manifest, '{models,serving}', manifest #> '{models,serving}' || ${JSON.stringify(serving)}::jsonb)
      WHERE id = ${runId}`;
    await change(price);
    const tokens = { baseline: countTokens(seed.text), learned: countTokens(last.text) };
    const added = tokens.learned - tokens.baseline;
    expect(added).toBeGreaterThan(0);
    const weight = promptWeight.parse(await readPromptWeight(lab.actorAs('viewer'), asked));
    expect(weight).toMatchObject({
      tokens,
      callsPerRollout: 1,
      latency: { state: 'notMeasured', reason: 'practice' },
    });
    expect(weight.addedUsd.uncached).toBeCloseTo((added * 3) / 1000, 9);
    expect(weight.addedUsd.cached).toBeCloseTo((added * 0.3) / 1000, 9);

    const calls = await listHeldOutCalls(runId, [seed.hash, last.hash]);
    const own = calls.filter(({ candidateHash }) => candidateHash === last.hash);
    expect(new Set(own.map(({ exampleId }) => exampleId)).size).toBe(HELD_OUT);
    expect(own).toHaveLength(HELD_OUT);
    await change({ practice: false });
    const { latency } = await readPromptWeight(lab.actor, asked);
    expect(latency).toMatchObject({ state: 'measured', n: HELD_OUT });
  });

  it('is not found for an unknown version or from another workspace', async () => {
    const { runId, last } = await finishedRun();
    await expect(readPromptWeight(lab.actor, { runId, hash: 'f'.repeat(64) })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    const stranger = testActor('viewer', { workspaceId: 'ws_other' });
    await expect(readPromptWeight(stranger, { runId, hash: last.hash })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
