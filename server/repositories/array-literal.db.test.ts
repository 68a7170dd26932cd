import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { db } from '@/server/db/client';
import { startTestApi, type TestApi } from '@/server/http/testing/test-api';
import { arrayLiteral } from './array-literal';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

it('is read by Postgres as what it says, whatever the texts', async () => {
  const text = fc.oneof(
    fc.constantFrom('NULL', 'null', '', ' ', '{}', 'a,b', '"', '\\', '\n', 'it’s “so”', 'AbC_-12345'),
    fc.string({ unit: 'binary' }).filter((one) => !/\0|\p{Surrogate}/u.test(one)),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(text)), async (texts) => {
      const [row] = await db().$queryRaw<{ read: (string | null)[] }[]>`
        SELECT ${arrayLiteral(texts)}::text[] AS read`;
      expect(row?.read).toEqual(texts);
    }),
    { numRuns: 200 },
  );
  const numbers = [0, 1, -2.5, 1e-7, 123456.789, null];
  const [row] = await db().$queryRaw<{ read: (number | null)[] }[]>`
    SELECT ${arrayLiteral(numbers)}::float8[] AS read`;
  expect(row?.read).toEqual(numbers);
});
