import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '@/lib/domain/actor';
import { testActor } from '@/lib/testing/test-actor';
import { db } from '@/server/db/client';
import { keepSearchTexts, runsToIndex } from '@/server/repositories/search-index';
import { startRun } from '@/server/services/launches/start-run';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { searchTexts } from './search-texts';

let lab: PracticeLab;
let runId: string;
let otherRunId: string;
let seq = 0;

async function state(run: string, type: string, place: string, data: object): Promise<void> {
  seq += 1;
  await db().ledgerEntry.create({
    data: { runId: run, seq, type, key: `${type}/${place}`, data, measured: {}, at: new Date() },
  });
}

beforeAll(async () => {
  lab = await openPracticeLab({ train: 8, heldOut: 4, timeScale: null });
  const start = async () =>
    (await startRun(lab.actor, { experimentId: await lab.makeExperiment({}), kind: 'serialBaseline' })).id;
  [runId, otherRunId] = [await start(), await start()];
  seq = 1_000;
  const book = '[calc-00041] helpful=0 harmful=0 :: Round the nectar yield';
  await state(runId, 'candidate.created', '0', { iteration: 0, hash: 'aa', text: book });
  await state(runId, 'candidate.created', '1', {
    ...{ iteration: 1, hash: 'bb' },
    text: `${book.replace('helpful=0', 'helpful=3')}\n[calc-00042] helpful=0 harmful=0 :: Ask keeper@hive.example first`,
  });
  await state(runId, 'reflection.finished', '1/0', {
    ...{ iteration: 1, ordinal: 0, exampleId: 'ex-9', text: 'The nectar was taken for pollen <b>twice</b>.' },
  });
  await db().journalCall.create({
    data: {
      ...{
        runId,
        key: 'call-9',
        iteration: 1,
        purpose: 'generate',
        role: 'serving',
        model: 'm',
        subject: 'ex-9',
      },
      ...{ promptHash: 'p', paramsHash: 'p', messages: [], sentAt: new Date(), worker: 'test' },
      outcome: { ok: true, text: 'Divide the honeyflow by the hives.' },
    },
  });
  await state(runId, 'rollout.finished', '1/train/0', {
    ...{ iteration: 1, ordinal: 0, split: 'train', exampleId: 'ex-9', answer: '12.75', callKeys: ['call-9'] },
  });
  await state(runId, 'rollout.finished', '1/heldOut/0', {
    ...{ iteration: 1, ordinal: 0, split: 'heldOut', exampleId: 'ex-h', answer: '47.11', callKeys: [] },
  });
  for (let index = 0; index < 7; index += 1)
    await state(otherRunId, 'reflection.finished', `0/${index}`, {
      ...{ iteration: 0, ordinal: index, exampleId: `ex-${index}`, text: `Swarm number ${index}` },
    });
  await lab.database.pg.query(
    `UPDATE "Run" SET "lastSeq" = (SELECT COALESCE(max(seq), 0) FROM "LedgerEntry" WHERE "runId" = "Run".id)`,
  );
  await indexLearning();
});
afterAll(() => lab.close());

/** As a worker does. */
async function indexLearning(): Promise<void> {
  for (const id of await runsToIndex(lab.database.pg))
    await keepSearchTexts(lab.database.pg, { runId: id, part: 'learning' });
}

const search = (q: string, more: object = {}, actor: Actor<'read'> = lab.actor) =>
  searchTexts(actor, {
    q,
    limit: 20,
    kind: undefined,
    experimentId: undefined,
    runId: undefined,
    cursor: undefined,
    ...more,
  });

describe('full-text search over the ledgers of a workspace', () => {
  it('finds traces of evaluations only once their run is searched by itself', async () => {
    expect((await search('47.11')).items).toEqual([]);
    const stranger = testActor('experimenter', { workspaceId: 'wsp_of_others' });
    expect((await search('47.11', { runId }, stranger)).items).toEqual([]);
    expect((await search('47.11')).items).toEqual([]);
    expect(await search('47.11', { runId })).toMatchObject({
      items: [{ kind: 'trace', split: 'heldOut', exampleId: 'ex-h' }],
      isIndexing: false,
    });
    expect((await search('47.11')).items).toHaveLength(1);
  });

  it('finds a prompt where its line came in, by the parts of an id too, and not where it was only counted on', async () => {
    const { items, found } = await search('round nect', { kind: 'prompt' });
    expect(found).toEqual({ count: 1, isMore: false });
    expect(items[0]).toMatchObject({ kind: 'prompt', candidateHash: 'aa', iteration: 0, runId });
    expect((await search('00042')).items.map(({ candidateHash }) => candidateHash)).toEqual(['bb']);
    expect((await search('calc-0004', { kind: 'prompt' })).items).toHaveLength(2);
  });

  it('finds reflections and traces, each with the rollout that it leads to', async () => {
    const [reflection] = (await search('pollen twice')).items;
    const [trace] = (await search('honeyflow 12.75')).items;
    expect(reflection).toMatchObject({ kind: 'reflection', exampleId: 'ex-9' });
    expect(trace).toMatchObject({ kind: 'trace', split: 'train' });
    expect(reflection?.rolloutSeq).toBe(trace?.seq);
    expect(reflection?.excerpt.filter(({ isHit }) => isHit).map(({ text }) => text)).toEqual([
      'pollen',
      'twice',
    ]);
  });

  it('goes on page by page without a gap, counts once, and is narrowed by kind and run', async () => {
    const first = await search('swarm', { limit: 3 });
    const second = await search('swarm', { limit: 3, cursor: first.nextCursor });
    const third = await search('swarm', { limit: 3, cursor: second.nextCursor });
    expect(first.found).toEqual({ count: 7, isMore: false });
    expect(second.found).toBeNull();
    expect([...first.items, ...second.items, ...third.items].map(({ exampleId }) => exampleId)).toEqual(
      [6, 5, 4, 3, 2, 1, 0].map((index) => `ex-${index}`),
    );
    expect(third.nextCursor).toBeNull();
    expect((await search('swarm', { kind: 'trace' })).items).toEqual([]);
    expect((await search('swarm', { runId })).items).toEqual([]);
    expect((await search('swarm', { runId: otherRunId })).items).toHaveLength(7);
  });

  it('strikes personal data out of what it shows, and knows no other workspace', async () => {
    const [hit] = (await search('ask keeper')).items;
    const shown = hit?.excerpt.map(({ text }) => text).join('') ?? '';
    expect(shown).toContain('Ask');
    expect(shown).not.toContain('keeper@hive.example');
    const stranger = testActor('experimenter', { workspaceId: 'wsp_of_others' });
    expect((await search('nectar', {}, stranger)).items).toEqual([]);
  });

  it('finds nothing where nothing was typed that could be found, and refuses a cursor of another list', async () => {
    expect(await search('--')).toMatchObject({ items: [], found: { count: 0, isMore: false } });
    await expect(search('nectar', { cursor: 'x~y' })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  });
});
