import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listExamplesQuery } from '@/lib/contracts/datasets';
import { testActor } from '@/lib/testing/test-actor';
import { closeDb } from '@/server/db/client';
import { createTestDatabase, type TestDatabase } from '@/server/db/testing/test-database';
import { asEnvironment } from '@/server/ledger/testing/test-environment';
import { getDataset, listExamples } from './read-datasets';

const me = testActor('viewer');
const COUNT = 50_000;

describe('the pages of a large data set', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
    asEnvironment(test);
    await test.pg.query(`INSERT INTO "Workspace" (id, name) VALUES ('w', 'w')`);
    await test.pg.query(
      `INSERT INTO "Dataset" (id, "workspaceId", name, preset, hash, "exampleCount", "importReport", counts, "createdBy")
       VALUES ('large', 'w', 'Large', 'generic', 'h', $1, '{}', $2, 'me')`,
      [COUNT, { sources: [{ source: 'counted at the import', examples: 7 }], groups: 3 }],
    );
    await test.pg.query(
      `INSERT INTO "Example" (id, "datasetId", position, question, context, expected, "contentHash")
       SELECT n, 'large', n, 'box ' || n || '.', '', '', n FROM generate_series(0, $1::int - 1) AS n`,
      [COUNT],
    );
  });
  afterAll(async () => {
    await closeDb();
    await test.close();
  });

  it('find what fits at the end of it, whatever number of looks that takes', async () => {
    const found: number[] = [];
    let cursor: string | null = null;
    do {
      const asked = listExamplesQuery.parse({
        search: '9.',
        limit: 200,
        ...(cursor === null ? {} : { cursor }),
      });
      const page = await listExamples(me, { datasetId: 'large', ...asked });
      found.push(...page.items.map(({ position }) => position));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(found).toEqual(Array.from({ length: COUNT / 10 }, (_, index) => index * 10 + 9));
  });

  it('end where a page holds exactly what is left', async () => {
    const asked = listExamplesQuery.parse({ limit: 100, cursor: COUNT - 101 });
    const page = await listExamples(me, { datasetId: 'large', ...asked });
    expect([page.items.length, page.nextCursor]).toEqual([100, null]);
  });

  it('count nothing again that the import has counted', async () => {
    expect(await getDataset(me, { datasetId: 'large' })).toMatchObject({
      sources: [{ source: 'counted at the import', examples: 7 }],
      groups: 3,
    });
  });
});
