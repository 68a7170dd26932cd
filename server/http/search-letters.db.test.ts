import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedSlot } from './testing/seed-canary';
import { startTestApi, type TestApi } from './testing/test-api';
import { type Catalogue, freshIds, seedCatalogue } from './testing/test-catalogue';

/** Searches find the letters that were typed: `%` and `_` are letters in each list, and no pattern. */
let api: TestApi;
let catalogue: Catalogue;
beforeAll(async () => {
  api = await startTestApi();
  catalogue = await seedCatalogue(api);
  await freshIds(api, catalogue);
  await seedSlot(api, 'letters');
});
afterAll(() => api.close());

const LISTS = ['listTasks', 'listDatasets', 'listExperiments', 'listRuns', 'listSlots', 'listAudit'] as const;
type Item = Readonly<Record<'actor' | 'label' | 'name' | 'slug' | 'experimentName', unknown>>;

async function list(operation: string, search?: string): Promise<readonly Item[]> {
  const name = operation === 'listAudit' ? 'actor' : 'search';
  const { json, status } = await api.call(operation, {
    query: search === undefined ? {} : { [name]: search },
  });
  expect(status).toBe(200);
  return json.items;
}

const wordsOf = ({ actor, label, name, slug, experimentName }: Item) =>
  `${actor} ${label} ${name} ${slug} ${experimentName}`;

describe('a search', () => {
  it.each(LISTS)('of %s takes each sign as it is', async (operation) => {
    const all = await list(operation);
    expect(all.length).toBeGreaterThan(0);
    for (const sign of ['%', '_', '\\', '%%', '____']) {
      const wanted = all.filter((item) => wordsOf(item).includes(sign)).map(wordsOf);
      expect([sign, (await list(operation, sign)).map(wordsOf)]).toEqual([sign, wanted]);
    }
  });

  it('finds the name that holds such a sign, and no other', async () => {
    const { db } = api.database;
    const of = await db.task.findUniqueOrThrow({ where: { id: catalogue.taskId } });
    const made = { ...of, scoring: of.scoring as object, outputSchema: undefined, references: undefined };
    for (const [id, name] of [
      ['tsk_percent', '50 % of_all'],
      ['tsk_plain', '50 x ofxall'],
    ] as const)
      await db.task.create({ data: { ...(made as typeof of), id, name } as never });
    for (const search of ['50 %', 'of_all'])
      expect((await api.call('listTasks', { query: { search } })).json.items).toMatchObject([
        { id: 'tsk_percent' },
      ]);
  });

  it('of the examples of a data set takes each sign as it is', async () => {
    const params = { datasetId: catalogue.datasetId };
    const count = async (search: string) =>
      (await api.call('listExamples', { params, query: { search } })).json.items.length;
    expect(await count('What is 3')).toBeGreaterThan(0);
    expect([await count('%'), await count('What_is')]).toEqual([0, 0]);
  });
});
