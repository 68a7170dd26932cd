import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Actor } from '@/lib/domain/actor';
import { closeDb } from '@/server/db/client';
import { createTestDatabase, type TestDatabase } from '@/server/db/testing/test-database';
import { closeLedgerPool } from '@/server/ledger/pool';
import { asEnvironment } from '@/server/ledger/testing/test-environment';
import { keepSearchTexts, runsToIndex } from '@/server/repositories/search-index';
import { foundWorkspace } from '@/server/services/people/found-workspace';
import { seedScenario } from '@/server/tools/scenarios/seed-scenario';
import { huge } from './huge';

/** Bypassing the triggers or not, totals give the same results; searches find what a worker's index finds. */
const SIZE = { runs: 24, iterations: 12, measureEvery: 40 };

const PLAIN = { name: `waggle_plain_${process.pid}`, password: 'of a test' };

let database: TestDatabase;
let actor: Actor<'administer'>;
beforeAll(async () => {
  database = await createTestDatabase();
  asEnvironment(database);
  const founded = await foundWorkspace({
    email: 'owner@huge.test',
    password: 'correct horse battery staple',
  });
  if (founded === null) throw new Error('A database of its own has no workspace yet.');
  actor = founded.actor;
  await database.pg.query(`CREATE ROLE ${PLAIN.name} LOGIN PASSWORD '${PLAIN.password}'`);
  await database.pg.query(`GRANT pg_read_all_data, pg_write_all_data TO ${PLAIN.name}`);
});
afterAll(async () => {
  await Promise.all([closeLedgerPool(), closeDb()]);
  await database.pg.query(`DROP ROLE ${PLAIN.name}`);
  await database.close();
});

describe('made-up runs', () => {
  it.runIf(inject('isFull'))(
    'have the search texts of a worker, and equal totals whether a superuser bypasses the triggers or a plain user runs them',
    async () => {
      const past = await seeded(database.url);
      const plainUrl = new URL(database.url);
      plainUrl.username = PLAIN.name;
      plainUrl.password = PLAIN.password;
      const through = await seeded(plainUrl.href, indexedByWorkers);
      expect(past.words.length).toBeGreaterThan(3_000);
      expect(past.words).toEqual(through.words);
      expect(past.totals.length).toBeGreaterThan(200);
      expect(past.totals).toEqual(through.totals);
    },
  );
});

/** Forgets the search texts and keeps them as workers and searches do. */
async function indexedByWorkers(): Promise<void> {
  await database.pg.query('TRUNCATE "SearchText", "SearchProgress"');
  for (const runId of await runsToIndex(database.pg)) {
    expect(await keepSearchTexts(database.pg, { runId, part: 'learning' })).toBe(true);
    expect(await keepSearchTexts(database.pg, { runId, part: 'evaluations' })).toBe(true);
  }
}

async function seeded(url: string, index: () => Promise<void> = async () => undefined) {
  await Promise.all([closeLedgerPool(), closeDb()]);
  asEnvironment({ ...database, url });
  await seedScenario(actor, huge(SIZE), { again: true, tell: () => undefined });
  await index();
  const [words, totals] = [await database.pg.query(WORDS), await database.pg.query(TOTALS)];
  return { words: words.rows, totals: totals.rows };
}

/** Ids differ between the two seedings, and so do windows. */
const WORDS = `
SELECT run.label, text.seq, ARRAY(
  SELECT replace(replace(word, run.id, 'run'), run."experimentId", 'experiment') COLLATE "C"
  FROM unnest(tsvector_to_array(text.words)) AS word
  WHERE word NOT LIKE '§window=%' AND word NOT LIKE '§span=%' ORDER BY 1) AS words
FROM "SearchText" AS text JOIN "Run" AS run ON run.id = text."runId" ORDER BY run.label, text.seq`;

const TOTALS = `
SELECT run.label, to_jsonb(total) - 'runId' AS total FROM "CallTotal" AS total JOIN "Run" AS run ON run.id = total."runId"
ORDER BY run.label, total.iteration, total.role, total.model, total.purpose`;
