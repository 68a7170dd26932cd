import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FactData, FactType } from '@/lib/domain/ledger-entry';
import { PROMPT_HASHES as MIPRO_HASHES } from '@/lib/methods/mipro/prompts/prompt-hashes';
import { PROMPT_HASHES as TEXTGRAD_HASHES } from '@/lib/methods/textgrad/prompts/prompt-hashes';
import { db } from '@/server/db/client';
import { makeListener } from '@/server/events/listener';
import { readLedger } from '@/server/ledger/testing/seed-run';
import { startRun } from '@/server/services/launches/start-run';
import { getRun } from '@/server/services/runs/read-runs';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { executeRun } from './handlers/execute-run';

let lab: PracticeLab;
let listener: ReturnType<typeof makeListener>;
beforeAll(async () => {
  lab = await openPracticeLab({ train: 24, heldOut: 10, selection: 12, timeScale: null });
  listener = makeListener(lab.database.url);
});
afterAll(async () => {
  await listener.close();
  await lab.close();
});

async function carried(kind: 'comparisonPoint' | 'serialBaseline', settings: object) {
  const experimentId = await lab.makeExperiment(settings);
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
  const { manifest } = await db().run.findUniqueOrThrow({ where: { id } });
  return { run: await getRun(lab.actor, { runId: id }), manifest, factsOf };
}

describe('runs of TextGrad and MIPROv2 from the service to their end, on the practice provider', () => {
  it('TextGrad learns with Combee, two levels a step, and pins its own prompts', async () => {
    const batch = { kind: 'static', size: 8, reason: 'A test compares runs at one size.' };
    const { run, manifest, factsOf } = await carried('comparisonPoint', {
      method: { name: 'textgrad' },
      batch,
    });
    expect(run).toMatchObject({ status: 'finished', practice: true });
    expect(manifest).toMatchObject({ method: { name: 'textgrad', version: '1' }, prompts: TEXTGRAD_HASHES });
    expect(factsOf('candidate.proposed').map(({ how }) => how)).toEqual(['gradient', 'gradient', 'gradient']);
    for (const { mode, k } of factsOf('scan.combined')) expect([mode, k]).toEqual(['llm', 2]);
    expect(factsOf('candidate.selected').length).toBeGreaterThan(1);
  });

  it('MIPROv2 searches as a serial baseline, ends by its own word, and pins its own prompts', async () => {
    const { run, manifest, factsOf } = await carried('serialBaseline', {
      method: { name: 'mipro', minibatch: 5, trials: 4, fullEvaluationEvery: 2 },
    });
    expect(run).toMatchObject({ status: 'finished', practice: true });
    expect(manifest).toMatchObject({ method: { name: 'mipro', version: '1' }, prompts: MIPRO_HASHES });
    expect(factsOf('trial.finished').map(({ full }) => full)).toEqual([
      true,
      false,
      false,
      true,
      false,
      false,
      true,
    ]);
    expect(factsOf('run.finished')[0]?.reason).toBe('searchDone');
  });
});
