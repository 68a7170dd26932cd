import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listExamplesQuery } from '@/lib/contracts/datasets';
import { forecastTraceDatasetBody, makeTraceDatasetBody } from '@/lib/contracts/trace-datasets';
import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';
import { getDataset, listExamples } from '@/server/services/datasets/read-datasets';
import { listSplits } from '@/server/services/datasets/register-split';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { forecastTraceDataset, makeTraceDataset } from './dataset-from-traces';

const DAY_MS = 86_400_000;
const BEGAN_MS = Date.parse('2026-11-01T00:00:00Z');
const WORDS = Array.from({ length: 60 }, (_, index) => `word${index}`);

let lab: PracticeLab;

const trace = (id: string, over: Partial<Prisma.TraceCreateManyInput> = {}): Prisma.TraceCreateManyInput => ({
  ...{ id, workspaceId: lab.actor.workspaceId, source: 'otlp', state: 'complete', service: 'desk' },
  ...{ task: `Task ${id}`, taskHash: id, output: `Answer ${id}`, score: 1, models: [], tools: [] },
  startedAt: new Date(BEGAN_MS),
  ...over,
});

beforeAll(async () => {
  lab = await openPracticeLab({ train: 2, heldOut: 2, timeScale: null });
  await db().workspace.create({ data: { id: 'ws_other', name: 'Other' } });
  await db().trace.createMany({
    data: [
      // Ten sessions of three, a day each.
      ...Array.from({ length: 30 }, (_, index) =>
        trace(`right-${String(index).padStart(2, '0')}`, {
          sessionId: `s-${Math.floor(index / 3)}`,
          userId: '[EMAIL_123456789]',
          startedAt: new Date(BEGAN_MS + index * DAY_MS),
        }),
      ),
      // Nearly the same task, in the first and in the last days.
      trace('near-old', { task: WORDS.join(' '), sessionId: 's-0' }),
      trace('near-new', {
        task: WORDS.with(0, 'other').join(' '),
        sessionId: 's-9',
        startedAt: new Date(BEGAN_MS + 40 * DAY_MS),
      }),
      trace('repeats', { taskHash: 'right-00', startedAt: new Date(BEGAN_MS - DAY_MS) }),
      trace('no-task', { task: ' \n' }),
      trace('no-output', { output: '' }),
      trace('cut', { task: 'x'.repeat(20_000) }),
      // 10,000 characters of two units each.
      trace('cut-output', { output: '🐝'.repeat(10_000) }),
      trace('unjudged', { score: null }),
      trace('partly', { score: 0.75 }),
      trace('crashed', { score: null, error: 'Timed out.' }),
      trace('open', { state: 'open' }),
      trace('elsewhere', { service: 'other' }),
      trace('theirs', { workspaceId: 'ws_other' }),
    ],
  });
});
afterAll(() => lab.close());

const FILTER = { filter: { service: 'desk' } };
const LEFT_OUT = {
  ...{ withoutTask: 1, withoutOutput: 1, cut: 2, unjudged: 1, notRight: 2, maskedGroup: 0 },
  ...{ repeated: 1, beyondCount: 0, nearInLaterPart: 0 },
};

const forecast = (over: object = {}) =>
  forecastTraceDataset(lab.actor, forecastTraceDatasetBody.parse({ ...FILTER, ...over }));
const made = (over: object) =>
  makeTraceDataset(lab.actor, makeTraceDatasetBody.parse({ ...FILTER, ...over }));

/** Id to part and group. */
async function placesOf(datasetId: string) {
  const [split] = await listSplits(lab.actor, { datasetId });
  if (split === undefined) throw new Error('No split was registered.');
  const query = listExamplesQuery.parse({ splitId: split.id, limit: '200' });
  const { items } = await listExamples(lab.actor, { datasetId, ...query });
  return { split, items, partOf: new Map(items.map(({ id, split: part }) => [id, part])) };
}

describe('a data set of traces', () => {
  it('holds right outputs as expected answers of whole tasks, and its report says where they are from', async () => {
    const { id } = await made({ name: 'By session', description: 'Right ones.' });
    const dataset = await getDataset(lab.actor, { datasetId: id });
    expect(dataset).toMatchObject({ exampleCount: 32, splitCount: 1, description: 'Right ones.' });
    const { importReport } = dataset;
    expect(importReport).toMatchObject({ examples: 32, duplicateCount: 1, faultCount: 0, files: [] });
    expect(importReport?.traces).toMatchObject({
      ...{ filter: FILTER.filter, splitBy: 'session', seed: 0, matched: 40, isCut: false },
      // The near-duplicates make one group of the first and the last session.
      ...{ leftOut: LEFT_OUT, groups: 9, largestGroup: 8 },
      near: { traces: 2, clusters: 1, first: [{ traceId: 'near-old', nearTraceId: 'near-new' }] },
    });
    const { items } = await placesOf(id);
    expect(items.find((one) => one.id === 'right-07')).toMatchObject({
      ...{ question: 'Task right-07', context: '', expected: 'Answer right-07', groupKey: 'session s-2' },
    });
    const wanted = [...Array.from({ length: 30 }, (_, n) => `right-${String(n).padStart(2, '0')}`)];
    expect(items.map((one) => one.id).sort()).toEqual(['near-new', 'near-old', ...wanted]);
  });

  it('keeps a session and near-duplicate tasks in one part, as the forecast said', async () => {
    const { parts, refusal, examples } = await forecast({ seed: 7 });
    expect({ refusal, examples }).toEqual({ refusal: null, examples: 32 });
    const { id } = await made({ name: 'Seven', seed: 7 });
    const { split, items, partOf } = await placesOf(id);
    expect(split).toMatchObject({ name: 'By session', counts: parts, unassigned: 0 });
    const partsOfGroup = new Map<string | null, Set<string | null>>();
    for (const { groupKey, split: part } of items)
      partsOfGroup.set(groupKey, (partsOfGroup.get(groupKey) ?? new Set()).add(part));
    expect([...partsOfGroup.values()].map(({ size }) => size)).toEqual(Array(9).fill(1));
    expect(partOf.get('near-new')).toBe(partOf.get('near-old'));
  });

  it('by time trains on the oldest, and leaves out what is nearly an older task', async () => {
    const { parts, origin } = await forecast({ splitBy: 'time' });
    expect(origin.leftOut).toEqual({ ...LEFT_OUT, nearInLaterPart: 1 });
    const { id } = await made({ name: 'By time', splitBy: 'time' });
    const { split, items, partOf } = await placesOf(id);
    expect(split.counts).toEqual(parts);
    expect(parts).toEqual({ train: 16, selection: 3, heldOut: 9, confirmation: 3 });
    expect(partOf.has('near-new')).toBe(false);
    const order = items.filter((one) => one.id.startsWith('right')).map((one) => one.split);
    expect(order).toEqual([
      ...Array(15).fill('train'),
      ...Array(3).fill('selection'),
      ...Array(9).fill('heldOut'),
      ...Array(3).fill('confirmation'),
    ]);
  });

  it('draws as many as asked for, the same for the same seed', async () => {
    const [one, other] = await Promise.all([
      made({ name: 'Ten', count: 10, splitBy: 'none' }),
      made({ name: 'Ten again', count: 10, splitBy: 'none' }),
    ]);
    expect(one).toMatchObject({ exampleCount: 10, hash: other.hash });
    expect(one.importReport?.traces?.leftOut.beyondCount).toBe(22);
    const third = await made({ name: 'Ten others', count: 10, splitBy: 'none', seed: 1 });
    expect(third.hash).not.toBe(one.hash);
  });

  it('refuses a name in use, and its forecast says so', async () => {
    const { refusal } = await forecast({ name: 'By session' });
    expect(refusal?.sentence).toContain('By session');
    await expect(made({ name: 'By session' })).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
  });

  it('refuses where no trace fits, one group holds all, or users are masked, and leaves nothing behind', async () => {
    const before = await db().dataset.count();
    const cases = [
      { filter: { service: 'absent' } },
      { filter: { service: 'desk', outcome: 'unjudged' } },
      { filter: { service: 'desk', sessionId: 's-4' } },
      { filter: { sessionId: 's-4' }, splitBy: 'user' },
    ];
    for (const asked of cases) {
      const { refusal } = await forecast(asked);
      expect(refusal?.howToProceed.length).toBeGreaterThan(0);
      await expect(made({ name: 'Refused', ...asked })).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
    }
    const { origin } = await forecast(cases[3]);
    expect(origin.leftOut.maskedGroup).toBe(3);
    const shares = { train: 0, selection: 0, heldOut: 0, confirmation: 0 };
    await expect(made({ name: 'Refused', shares })).rejects.toMatchObject({
      ...{ code: 'INPUT_INVALID', fields: [{ path: 'shares' }] },
    });
    expect(await db().dataset.count()).toBe(before);
  });

  it('makes nothing in a forecast, and sees no trace of another workspace', async () => {
    const before = await db().dataset.count();
    const { origin } = await forecast({ filter: {} });
    expect(origin.matched).toBe(41);
    expect(await db().dataset.count()).toBe(before);
  });

  it('replaces personal data that masking on arrival left, with a note in the report', async () => {
    await db().trace.createMany({
      data: [
        trace('mail-1', { service: 'mail', task: 'Write to anna@example.com', sessionId: 'm-1' }),
        trace('mail-2', { service: 'mail', task: 'Is the lamp in stock?', sessionId: 'm-2' }),
      ],
    });
    const shares = { train: 0.5, selection: 0, heldOut: 0.5, confirmation: 0 };
    const { id, importReport } = await made({ name: 'Mail', filter: { service: 'mail' }, shares });
    const { items } = await placesOf(id);
    expect(items.map(({ question }) => question).join()).not.toContain('anna@');
    expect(importReport?.privacy?.choice).toBe('redact');
  });
});
