import { afterAll, beforeAll, expect, it } from 'vitest';
import { readMeasuredPrompts } from '@/server/repositories/held-out-scores';
import { startRun } from '@/server/services/launches/start-run';
import { finishRun } from '@/server/services/readiness/testing/finish-run';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { readTruths } from '@/server/services/truths/read-truths';
import { compareArms } from './compare-arms';
import { listHeldOutExamples } from './list-held-out-examples';

let lab: PracticeLab;
beforeAll(async () => {
  lab = await openPracticeLab({ train: 8, heldOut: 4, timeScale: null });
});
afterAll(() => lab.close());

it('says one gain with one interval: in the sentence of a run, in the table of arms, and beside its examples', async () => {
  const experimentId = await lab.makeExperiment({});
  const { id } = await startRun(lab.actor, { experimentId, kind: 'serialBaseline', label: 'One' });
  await finishRun(id, { n: 100, points: [{ right: 40 }, { right: 57 }] });
  const best = (await readMeasuredPrompts(id)).findLast((point) => point.best);

  const [truth] = await readTruths(lab.actor, { experiments: [], runs: [id] });
  const { rows } = await compareArms(lab.actor, { runs: [id] });
  const examples = await listHeldOutExamples(lab.actor, {
    ...{ runId: id, candidate: best?.candidateHash ?? '', outcome: 'all' as const, limit: 1 },
  });

  expect(truth?.gain).toMatchObject({ mean: expect.closeTo(0.17, 10), n: 100 });
  expect(rows[0]?.gains).toEqual([truth?.gain]);
  expect(examples.comparison?.difference).toEqual(truth?.gain);
});
