import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listTracesQuery } from '@/lib/contracts/traces';
import { trajectoryOfMessages } from '@/lib/traces/trajectory-of-messages';
import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';
import { createTraceSample } from '@/server/repositories/trace-samples';
import { storeTrajectory } from '@/server/repositories/trajectories';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { deleteTrace, judgeTrace } from './judge-trace';
import {
  exportTrace,
  getTrace,
  listTraceFacets,
  listTraceSteps,
  listTraces,
  listTracesToJudge,
  readTraceTrajectory,
  searchTraceSteps,
} from './read-traces';

const BEGAN_MS = Date.parse('2026-11-01T00:00:00Z');

let lab: PracticeLab;
let made = 0;

function trace(over: Partial<Prisma.TraceCreateManyInput> = {}): Prisma.TraceCreateManyInput {
  made += 1;
  const id = over.id ?? `trace-${String(made).padStart(4, '0')}`;
  return {
    ...{ workspaceId: lab.actor.workspaceId, source: 'otlp', state: 'complete', service: 'desk' },
    ...{ task: 'A task', taskHash: id, output: 'An answer', startedAt: new Date(BEGAN_MS + made * 1_000) },
    ...over,
    id,
  };
}

beforeAll(async () => {
  lab = await openPracticeLab({ train: 2, heldOut: 2, timeScale: null });
});
afterAll(() => lab.close());

const idsOf = async (query: Record<string, string>) =>
  (await listTraces(lab.actor, listTracesQuery.parse({ limit: '200', ...query }))).items.map(({ id }) => id);

/** Signs that a full-text search reads as its own. */
const ODD = `it's \\ & !"x":* | (y)`;

describe('a filter of traces', () => {
  const cases: readonly [string, Record<string, string>, Partial<Prisma.TraceCreateManyInput>][] = [
    ['from', { from: '2027-01-01T00:00:00Z' }, { startedAt: new Date('2027-01-02T00:00:00Z') }],
    ['to', { to: '2025-01-01T00:00:00Z' }, { startedAt: new Date('2024-12-31T00:00:00Z') }],
    ['source', { source: 'tau' }, { source: 'tau' }],
    ['service', { service: 'shop' }, { service: 'shop' }],
    ['model', { model: 'm-2' }, { models: ['m-1', 'm-2'] }],
    ['tool', { tool: 'refund' }, { tools: ['search', 'refund'] }],
    ['tool with signs of a search', { tool: ODD, words: 'task' }, { tools: [ODD] }],
    ['tool and model', { tool: 'refund', model: 'm-1' }, { tools: ['refund'], models: ['m-1'] }],
    ['right', { outcome: 'right' }, { score: 1 }],
    ['partly', { outcome: 'partly' }, { score: 0.5 }],
    ['failed', { outcome: 'failed' }, { score: 0.4 }],
    ['failed by an error', { outcome: 'failed', hasError: 'true' }, { error: 'Out of time.' }],
    ['cost', { minCostUsd: '0.5' }, { costUsd: 0.5 }],
    ['tokens', { minTokens: '1000' }, { tokensIn: 900, tokensOut: 100 }],
    ['steps', { minSteps: '40' }, { steps: 40 }],
    ['prompt', { promptName: 'router', promptVersion: '7' }, { promptName: 'router', promptVersion: '7' }],
    ['session', { sessionId: 's-1' }, { sessionId: 's-1' }],
    ['words, whose % is a letter', { words: '50 % off' }, { output: 'It is 50 % off.' }],
  ];
  it.each(cases)('by %s finds what it names and nothing else', async (_, query, data) => {
    const wanted = trace(data);
    await db().trace.createMany({ data: [wanted, trace()] });
    expect(await idsOf(query)).toEqual([wanted.id]);
    await db().trace.deleteMany({});
  });
});

describe('the list of traces', () => {
  it('takes a name of 200 characters whole, and a name outside of all windows of time', async () => {
    const name = 'n'.repeat(200);
    const years = Array.from({ length: 3 }, (_, year) => new Date(BEGAN_MS - year * 365 * 86_400_000));
    const named = years.map((startedAt) => trace({ tools: [name], service: 'rare', startedAt }));
    const longer = trace({ tools: [`${name}n`], service: 'rare' });
    await db().trace.createMany({ data: [...named, longer, ...Array.from({ length: 9 }, () => trace())] });
    const ids = named.map(({ id }) => id);
    expect(await idsOf({ tool: name })).toEqual(ids);
    expect(await idsOf({ tool: name, service: 'rare', hasError: 'false', outcome: 'unjudged' })).toEqual(ids);
    expect(await idsOf({ tool: name, service: 'desk' })).toEqual([]);
    const inTime = { from: years[1]?.toISOString() ?? '', to: years[0]?.toISOString() ?? '' };
    expect(await idsOf({ tool: name, ...inTime })).toEqual(ids.slice(1, 2));
    await db().trace.deleteMany({});
  });

  it('has each trace once, newest first, while new ones come', async () => {
    await db().trace.createMany({ data: Array.from({ length: 25 }, () => trace()) });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listTraces(lab.actor, { limit: 7, cursor });
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
      await db().trace.createMany({ data: [trace()] });
    } while (cursor !== undefined);
    expect(seen).toHaveLength(25);
    expect(seen).toEqual([...new Set(seen)].sort().reverse());
    await db().trace.deleteMany({});
  });

  it('finds words by their beginnings over all times, page by page, with a gap of years', async () => {
    const said = Array.from({ length: 9 }, (_, place) =>
      trace({
        task: `Ask ${place} about zebrafish`,
        output: 'It is “striped”.',
        startedAt: new Date(BEGAN_MS - place ** 5 * 3_600_000),
      }),
    );
    await db().trace.createMany({ data: [...said, ...Array.from({ length: 20 }, () => trace())] });
    const page = async (words: string, cursor?: string) =>
      listTraces(lab.actor, { words, limit: 4, ...(cursor === undefined ? {} : { cursor }) });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { items, nextCursor } = await page('STRIPED zebra', cursor);
      seen.push(...items.map(({ id }) => id));
      cursor = nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(said.map(({ id }) => id));
    for (const words of ['zebrafish dotted', 'ebrafish', '§workspace'])
      expect(await idsOf({ words })).toEqual([]);
    expect((await listTracesToJudge(lab.actor, { words: 'zebrafish' })).total).toBe(9);
    await db().trace.deleteMany({});
  });

  it('cuts long texts, which the queue of a judge has whole', async () => {
    const long = trace({ task: 'word '.repeat(4_000) });
    await db().trace.createMany({ data: [long] });
    const { items } = await listTraces(lab.actor, { limit: 1 });
    expect(items[0]?.task).toHaveLength(500);
    expect((await listTracesToJudge(lab.actor, {})).items[0]?.task).toBe(long.task);
    await db().trace.deleteMany({});
  });

  it('goes on behind a trace whose id has the mark of a cursor and 200 characters', async () => {
    const ids = ['a~b', 'a~c', `${'a~'.repeat(99)}zz`];
    const startedAt = new Date(BEGAN_MS);
    await db().trace.createMany({ data: ids.map((id) => trace({ id, startedAt })) });
    const seen: string[] = [];
    let query: { limit: string; cursor?: string } | null = { limit: '1' };
    while (query !== null) {
      const { items, nextCursor } = await listTraces(lab.actor, listTracesQuery.parse(query));
      seen.push(...items.map(({ id }) => id));
      query = nextCursor === null ? null : { limit: '1', cursor: nextCursor };
    }
    expect(seen.toSorted()).toEqual(ids.toSorted());
    await db().trace.deleteMany({});
  });

  it('names what filters can choose', async () => {
    await db().trace.createMany({
      data: [trace({ service: 'b', models: ['y', 'x'], tools: ['t'] }), trace({ promptName: 'router' })],
    });
    expect(await listTraceFacets(lab.actor)).toEqual({
      ...{ services: ['b', 'desk'], models: ['x', 'y'], tools: ['t'], prompts: ['router'] },
    });
    await db().trace.deleteMany({});
  });

  it('shows a workspace its own traces alone', async () => {
    await db().workspace.create({ data: { id: 'ws_theirs', name: 'Theirs' } });
    const theirs = trace({ workspaceId: 'ws_theirs' });
    await db().trace.createMany({ data: [theirs] });
    expect(await idsOf({})).toEqual([]);
    await expect(getTrace(lab.actor, { traceId: theirs.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(deleteTrace(lab.actor, { traceId: theirs.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a judgement', () => {
  const judge = (traceId: string, value: number | null, explanation = '') =>
    judgeTrace(lab.actor, { traceId, value, explanation });

  it('of a person outweighs others, and taking it back gives theirs again', async () => {
    const one = trace();
    await db().trace.createMany({ data: [one] });
    const key = { workspaceId: lab.actor.workspaceId, traceId: one.id };
    await db().traceScore.createMany({
      data: [
        { ...key, name: 'reward', by: 'file', value: 0.9 },
        { ...key, name: 'helpful', by: 'judge', value: 0.2, explanation: 'Too short.' },
      ],
    });
    expect(await judge(one.id, 1, 'It is right.')).toMatchObject({
      ...{ score: 1, scoredBy: 'person', feedback: 'It is right.' },
    });
    const back = await judge(one.id, null);
    expect(back).toMatchObject({ score: 0.2, scoredBy: 'judge', feedback: 'Too short.' });
    expect(back.scores).toHaveLength(2);
  });

  it('takes a trace from the queue, and an undone one comes back', async () => {
    await db().trace.deleteMany({});
    const [one, other] = [trace(), trace()];
    await db().trace.createMany({ data: [one, other, trace({ state: 'open' }), trace({ error: '' })] });
    const queue = async () => {
      const { items, total } = await listTracesToJudge(lab.actor, {});
      return { ids: items.map(({ id }) => id), total };
    };
    expect((await queue()).ids).toContain(one.id);
    await judge(one.id, 0);
    expect((await queue()).ids).not.toContain(one.id);
    await judge(one.id, null);
    expect((await queue()).ids).toContain(one.id);
  });
});

describe('a trace that two people delete at once', () => {
  it('is deleted once, and is gone for the other', async () => {
    const one = trace();
    await db().trace.createMany({ data: [one] });
    const both = await Promise.allSettled([1, 2].map(() => deleteTrace(lab.actor, { traceId: one.id })));
    const failed = both.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(failed).toMatchObject([{ code: 'NOT_FOUND' }]);
    const subject = { action: 'trace.deleted', subject: one.id };
    expect(await db().auditEntry.count({ where: subject })).toBe(1);
  });
});

describe('the trajectory of a trace', () => {
  const document = trajectoryOfMessages({
    ...{ agent: { name: 'desk', version: '1' }, tools: [], hasErrorFlag: true },
    messages: [
      { role: 'user', text: 'How many legs?' },
      { role: 'assistant', text: '', toolCalls: [{ id: 'c1', name: 'count', arguments: '{}' }] },
      { role: 'tool', text: '', result: { callId: 'c1', content: 'The counter is broken.', isError: true } },
      { role: 'assistant', text: 'Six.' },
    ],
  });
  const store = () =>
    storeTrajectory(lab.database.pg, lab.actor.workspaceId, { document, steps: 3, toolErrors: 1 });

  it('is read in parts, searched and exported as that of a rollout is', async () => {
    const one = trace({ trajectoryHash: await store() });
    await db().trace.createMany({ data: [one] });
    const named = { traceId: one.id };
    expect(await readTraceTrajectory(lab.actor, named)).toMatchObject({
      steps: 3,
      toolCalls: 1,
      failed: [1],
    });
    const { items } = await listTraceSteps(lab.actor, { ...named, from: 1, count: 1 });
    expect(items[0]?.step).toMatchObject({ results: [{ content: 'The counter is broken.' }] });
    expect(await searchTraceSteps(lab.actor, { ...named, q: 'broken' })).toEqual({ hits: 1, steps: [1] });
    const { filename, text } = await exportTrace(lab.actor, named);
    expect(filename).toBe(`${one.id}.atif.json`);
    expect(JSON.parse(text)).toMatchObject({ schema_version: 'ATIF-v1.7' });
  });

  it('goes with its trace, unless another trace is the same, and samples that hold it are named', async () => {
    await db().trace.deleteMany({});
    const hash = await store();
    const [one, twin] = [trace({ trajectoryHash: hash }), trace({ trajectoryHash: hash })];
    await db().trace.createMany({ data: [one, twin] });
    const item = {
      id: one.id,
      task: '',
      taskHash: '',
      trajectoryHash: hash,
      output: '',
      score: 1,
      feedback: '',
    };
    const counts = { matched: 1, unjudged: 0, doubles: 0, drawn: 1, strata: [] };
    const { workspaceId } = lab.actor;
    const sample = {
      id: 'tsm_1',
      workspaceId,
      filter: {},
      seed: 1,
      items: [item],
      counts,
      createdBy: 'test',
    };
    await db().$transaction((tx) => createTraceSample(tx, sample));
    expect(await deleteTrace(lab.actor, { traceId: one.id })).toEqual({ samples: 1 });
    expect(await db().trajectory.count({ where: { hash } })).toBe(1);
    expect(await deleteTrace(lab.actor, { traceId: twin.id })).toEqual({ samples: 0 });
    expect(await db().trajectory.count({ where: { hash } })).toBe(0);
    const subject = { in: [one.id, twin.id] };
    const audited = await db().auditEntry.count({ where: { action: 'trace.deleted', subject } });
    expect(audited).toBe(2);
  });
});
