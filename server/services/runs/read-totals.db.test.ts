import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listRunsQuery } from '@/lib/contracts/run-list';
import type { RunManifest } from '@/lib/domain/manifest';
import { NO_SPEND } from '@/lib/domain/spend';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { testActor } from '@/lib/testing/test-actor';
import { closeDb, db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';
import { createTestDatabase, type TestDatabase } from '@/server/db/testing/test-database';
import { seedRun } from '@/server/ledger/testing/seed-run';
import { asEnvironment } from '@/server/ledger/testing/test-environment';
import { listRuns } from './read-runs';
import { readRunTotals } from './read-totals';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  asEnvironment(database);
});
afterAll(async () => {
  await closeDb();
  await database.close();
});

const priced = buildManifest();
const unpriced: RunManifest = {
  ...priced,
  models: { ...priced.models, proposer: { ...priced.models.proposer, usdPerMillionOut: null } },
};
const json = (value: unknown) => JSON.parse(JSON.stringify(value)) as Prisma.InputJsonObject;

/** A run of one workspace; what it paid is in its summary, where a call without a price counted 0. */
async function runs(
  made: readonly {
    manifest: RunManifest;
    practice?: boolean;
    usd: number;
    archived?: boolean;
  }[],
) {
  const first = await db().run.findUniqueOrThrow({ where: { id: await seedRun(database.pg) } });
  await db().run.delete({ where: { id: first.id } });
  const { workspaceId } = first;
  for (const [index, { manifest, practice = false, usd, archived }] of made.entries())
    await db().run.create({
      data: {
        ...first,
        id: `${first.id}-${index}`,
        label: `run ${index}`,
        status: 'finished',
        practice,
        manifest: json(manifest),
        archivedAt: archived ? new Date() : null,
        summary: json({
          spend: { ...NO_SPEND, calls: 3, tokensIn: 10, spendUsd: usd, costUsd: 2 * usd },
        }),
      } as unknown as Prisma.RunUncheckedCreateInput,
    });
  const actor = testActor('viewer', { workspaceId });
  return actor;
}

describe('totals over all runs', () => {
  it('cover more runs than a page of the list, archived ones too, and keep practice money apart', async () => {
    const actor = await runs([
      ...Array.from({ length: 120 }, () => ({ manifest: priced, usd: 0.5 })),
      { manifest: priced, usd: 10, archived: true },
      { manifest: priced, usd: 7, practice: true },
    ]);
    expect(await readRunTotals(actor)).toMatchObject({
      ...{ runs: 122, live: 0, finished: 122, failed: 0 },
      real: { runs: 121, unknownRuns: 0, spendUsd: 70, costUsd: 140 },
      practice: { runs: 1, unknownRuns: 0, spendUsd: 7 },
    });
  });

  it('leave out what is unknown and count its runs; the runs themselves say null', async () => {
    const actor = await runs([
      { manifest: priced, usd: 3 },
      { manifest: unpriced, usd: 0 },
    ]);
    expect(await readRunTotals(actor)).toMatchObject({
      real: { runs: 2, unknownRuns: 1, spendUsd: 3 },
      practice: null,
    });
    const { items } = await listRuns(actor, listRunsQuery.parse({ sort: 'spend', direction: 'desc' }));
    expect(
      items.map(({ priced: isPriced, summary }) => [isPriced, summary.spend.spendUsd, summary.spend.costUsd]),
    ).toEqual([
      [true, 3, 6],
      [false, null, null],
    ]);
  });

  it('are empty where nothing ran', async () => {
    const actor = await runs([]);
    expect(await readRunTotals(actor)).toEqual({
      ...{ runs: 0, live: 0, finished: 0, failed: 0 },
      ...{ real: null, practice: null },
    });
  });
});
