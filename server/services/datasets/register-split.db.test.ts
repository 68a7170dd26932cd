import fc from 'fast-check';
import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentHash } from '@/lib/domain/content-hash';
import { assignSplits } from '@/lib/evaluation/assign-split';
import type { SplitRule } from '@/lib/evaluation/split-rule';
import type { SplitExample } from '@/lib/evaluation/split-units';
import { startTestApi, type TestApi } from '@/server/http/testing/test-api';

/** A split that is made in the database, compared with its definition over examples in memory. */
let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

/** Few texts and few groups, so that contents, groups and sources overlap. */
const EXAMPLES = fc.array(
  fc.record({
    text: fc.nat(12),
    group: fc.option(fc.nat(9), { nil: null }),
    source: fc.constantFrom('a.jsonl', 'b.jsonl', null),
  }),
  { minLength: 4, maxLength: 40 },
);
const SHARES = { train: 0.45, selection: 0.15, heldOut: 0.3, confirmation: 0.1 };
const RULES: readonly SplitRule[] = [
  { kind: 'shares', shares: SHARES, by: 'content' },
  { kind: 'shares', shares: SHARES, by: 'group' },
  { kind: 'counts', counts: { train: 3, heldOut: 2 } },
  {
    kind: 'bySource',
    parts: [
      { source: 'a.jsonl', kind: 'whole', split: 'train' },
      { source: 'b.jsonl', kind: 'shares', shares: { ...SHARES, train: 0 }, by: 'group' },
    ],
  },
];

async function keep(examples: readonly SplitExample[]): Promise<string> {
  const datasetId = `dat_${ulid()}`;
  const { pg } = api.database;
  await pg.query(
    `INSERT INTO "Dataset" (id, "workspaceId", name, preset, hash, "exampleCount", "importReport", "createdBy")
     VALUES ($1, $2, $1, 'generic', 'x', $3, '{}', 'me')`,
    [datasetId, api.workspaceId, examples.length],
  );
  await pg.query(
    `INSERT INTO "Example" ("datasetId", id, position, question, context, expected, "contentHash", "groupKey", "sourceSplit")
     SELECT $1, id, position - 1, '', '', '', hash, "group", source
     FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) WITH ORDINALITY AS one (id, hash, "group", source, position)`,
    [
      datasetId,
      examples.map(({ id }) => id),
      examples.map((one) => one.contentHash),
      examples.map(({ groupKey }) => groupKey),
      examples.map(({ sourceSplit }) => sourceSplit),
    ],
  );
  return datasetId;
}

describe('registerSplit', () => {
  it('gives the split, the counts and the hash of the definition, whatever the examples share', async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(EXAMPLES, fc.constantFrom(...RULES), fc.string(), async (rows, rule, salt) => {
        const storable = salt.replaceAll('\0', '');
        const examples = rows.map(({ text, group, source }, index) => ({
          ...{ id: `e${index}`, contentHash: contentHash(`t${text}`), sourceSplit: source },
          groupKey: group === null ? null : `g${group}`,
        }));
        const wanted = assignSplits(examples, rule, storable);
        const isUsable = wanted.ok && wanted.counts.train > 0 && wanted.counts.heldOut > 0;
        const datasetId = await keep(examples);
        const made = await api.call('registerSplit', {
          ...{ params: { datasetId }, body: { name: 'one', rule, salt: storable } },
        });
        expect(made.status, made.text).toBe(isUsable ? 201 : 400);
        if (!wanted.ok || !isUsable) return;
        compared += 1;
        expect(made.json).toMatchObject({ hash: wanted.hash, counts: wanted.counts });
        const { rows: kept } = await api.database.pg.query<{ id: string; split: string }>(
          `SELECT "exampleId" AS id, split::text AS split FROM "SplitAssignment" WHERE "registrationId" = $1`,
          [made.json.id],
        );
        expect(new Map(kept.map(({ id, split }) => [id, split]))).toEqual(wanted.assignments);
      }),
      { numRuns: 30 },
    );
    expect(compared).toBeGreaterThan(5);
  });
});
