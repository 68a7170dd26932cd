import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  listHeldOutExamplesQuery,
  listHeldOutExamples as operation,
} from '@/lib/contracts/paired-comparisons';
import type { RunFacts } from '@/lib/domain/run-facts';
import { testActor } from '@/lib/testing/test-actor';
import { db } from '@/server/db/client';
import { startRun } from '@/server/services/launches/start-run';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { listHeldOutExamples } from './list-held-out-examples';

let lab: PracticeLab;
let runId = '';
const [SEED, LATER, SEALED, CUT] = ['a', 'b', 'c', 'd'].map((digit) => digit.repeat(64)) as [
  string,
  string,
  string,
  string,
];

beforeAll(async () => {
  lab = await openPracticeLab({ train: 8, heldOut: 4, timeScale: null });
  const experimentId = await lab.makeExperiment({});
  ({ id: runId } = await startRun(lab.actor, { experimentId, kind: 'serialBaseline' }));
  const created = { type: 'candidate.created', key: 'candidate.created/seed', data: { hash: SEED } };
  const facts = [
    created,
    ...measurement({ iteration: -1, candidateHash: SEED, scores: [1, 1, 0] }),
    ...measurement({ iteration: 0, candidateHash: LATER, scores: [1, 0, 1] }),
    // Its scores stated once more, with no rollouts of their own.
    ...measurement({ iteration: 1, candidateHash: LATER, scores: [1, 0, 1] }).slice(-1),
    ...measurement({ iteration: 2, candidateHash: SEALED, scores: [1, 1, 1], split: 'confirmation' }),
    ...measurement({ iteration: 3, candidateHash: CUT, scores: [0, 0, 0], incomplete: true }),
  ];
  const at = new Date();
  await db().ledgerEntry.createMany({
    data: facts.map((fact, index) => ({ ...fact, runId, seq: index + 1, measured: {}, at })),
  });
});
afterAll(() => lab.close());

type Measured = Pick<RunFacts['heldOut.measured'], 'iteration' | 'candidateHash' | 'scores' | 'incomplete'>;

/** The rollouts of a measurement on ex-0, ex-1 and so on, and the measurement. */
function measurement({ split = 'heldOut', ...measured }: Measured & { readonly split?: string }) {
  const { iteration, candidateHash, scores } = measured;
  const exampleIds = scores.map((_, ordinal) => `ex-${ordinal}`);
  const rollouts = scores.map((score, ordinal) => ({
    type: 'rollout.finished',
    key: `rollout.finished/${iteration}/${split}/${ordinal}`,
    data: { iteration, ordinal, split, candidateHash, score, exampleId: `ex-${ordinal}` },
  }));
  const key = `heldOut.measured/${iteration}`;
  return [
    ...rollouts,
    { type: 'heldOut.measured', key, data: { ...measured, scores: [...scores], split, exampleIds } },
  ];
}

const ask = async (candidate: string, asked: object = {}, actor = lab.actor) =>
  operation.response.parse(
    await listHeldOutExamples(actor, { runId, ...listHeldOutExamplesQuery.parse({ candidate, ...asked }) }),
  );

describe('the held-out examples of a candidate', () => {
  it('stand beside the scores of the original prompt, regressions first, each with the rollouts behind it', async () => {
    const { items, comparison, total, note } = await ask(LATER);
    expect(items.map(({ exampleId, before, after }) => [exampleId, before, after])).toEqual([
      ['ex-1', 1, 0],
      ['ex-2', 0, 1],
      ['ex-0', 1, 1],
    ]);
    expect(items.map(({ beforeSeq, afterSeq }) => [beforeSeq, afterSeq])).toEqual([
      [3, 7],
      [4, 8],
      [2, 6],
    ]);
    expect(comparison).toMatchObject({ n: 3, wins: 1, losses: 1, ties: 1, p: 1, decided: 'undecided' });
    expect([total, note]).toEqual([3, null]);
  });

  it('are given by outcome and by the page', async () => {
    expect((await ask(LATER, { outcome: 'wins' })).items.map(({ exampleId }) => exampleId)).toEqual(['ex-2']);
    const first = await ask(LATER, { limit: 2 });
    expect([first.items.length, first.nextCursor]).toEqual([2, '2']);
    expect((await ask(LATER, { limit: 2, cursor: '2' })).items.map(({ exampleId }) => exampleId)).toEqual([
      'ex-0',
    ]);
  });

  it('never come from the confirmation split', async () => {
    const sealed = await ask(SEALED);
    expect([sealed.items, sealed.total, sealed.comparison]).toEqual([[], 0, null]);
    expect(sealed.note).toContain('not scored on all held-out examples');
  });

  it('say why there is nothing to compare: cut short, unknown, or the original prompt itself', async () => {
    expect((await ask(CUT)).note).toContain('not scored on all held-out examples');
    expect((await ask('e'.repeat(64))).note).toContain('not scored on all held-out examples');
    expect((await ask(SEED)).note).toContain('This is the original prompt');
  });

  it('carry the micro accuracy over tags on FiNER, and on no other scoring', async () => {
    expect((await ask(LATER)).microAccuracy).toBeNull();
    const { dataset } = await db().splitRegistration.findFirstOrThrow({ include: { dataset: true } });
    await db().example.createMany({
      data: ['a', 'a,b', 'a'].map((expected, place) => ({
        ...{ datasetId: dataset.id, id: `ex-${place}`, position: 1_000 + place, expected },
        ...{ question: 'Which tags?', context: '', contentHash: `tags-${place}` },
      })),
    });
    await db().$executeRaw`
      UPDATE "Run" SET manifest = jsonb_set(manifest, '{task,scoring}', '{"kind":"finer"}') WHERE id = ${runId}`;
    expect((await ask(LATER)).microAccuracy).toEqual({ before: 0.75, after: 0.5 });
  });

  it('belong to one workspace', async () => {
    const stranger = testActor('experimenter', { workspaceId: 'ws_other' });
    await expect(ask(LATER, {}, stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
