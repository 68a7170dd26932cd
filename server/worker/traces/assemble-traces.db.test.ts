import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TraceRecord } from '@/lib/domain/trace-span';
import { logOf, spanOf } from '@/lib/traces/testing/span-builders';
import { createTestDatabase, type TestDatabase } from '@/server/db/testing/test-database';
import { saveTraceParts } from '@/server/repositories/trace-parts';
import { keepTraceScores } from '@/server/repositories/trace-scores';
import { readTrajectory } from '@/server/repositories/trajectories';
import { assembleDue } from './assemble-traces';

/** Parts in a real database become rows; the clock is moved by setting what is due back in time. */
const WORKSPACE = 'wsp_traces';
const TRACE = 'b'.repeat(32);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.workspace.create({ data: { id: WORKSPACE, name: 'Traces' } });
});
beforeEach(async () => {
  for (const table of ['TracePart', 'TracePending', 'Trace', 'Trajectory'])
    await database.pg.query(`DELETE FROM "${table}"`);
});
afterAll(() => database.close());

const root = spanOf({
  ...{ traceId: TRACE, spanId: 'root', name: 'answer', took: 500 },
  attributes: { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'Clerk' },
});
const chat = (spanId: string, at: number, question = 'How many legs has a bee?') =>
  spanOf({
    ...{ traceId: TRACE, spanId, parentId: 'root', name: 'chat m-1', at, took: 20 },
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': 'm-1',
      'gen_ai.usage.input_tokens': 10,
      'gen_ai.usage.output_tokens': 2,
      'gen_ai.input.messages': JSON.stringify([
        { role: 'user', parts: [{ type: 'text', content: question }] },
      ]),
      'gen_ai.output.messages': JSON.stringify([
        { role: 'assistant', parts: [{ type: 'text', content: `Six, says ${spanId}.` }] },
      ]),
    },
  });

function receive(records: readonly TraceRecord[], traceId = TRACE): Promise<void> {
  const isEnded = records.some((one) => one.kind === 'span' && one.parentId === null && one.endMs !== null);
  const body = gzipSync(JSON.stringify(records));
  const part = { traceId, body, records: records.length, isEnded };
  return saveTraceParts(database.pg, { workspaceId: WORKSPACE, source: 'otlp', parts: [part] });
}

/** As if so many seconds had gone by since the last record. */
async function pass(seconds: number): Promise<void> {
  await database.pg.query(
    `UPDATE "TracePending" SET "dueAt" = "dueAt" - make_interval(secs => $1), "lastAt" = "lastAt" - make_interval(secs => $1)`,
    [seconds],
  );
}
const assemble = async (seconds = 5) => {
  await pass(seconds);
  return assembleDue(database.pg);
};
const traces = () => database.db.trace.findMany();
const pending = () => database.db.tracePending.count();

describe('the assembler', () => {
  it('makes one row and one trajectory of parts in any order', async () => {
    await receive([chat('b', 100)]);
    await receive([root]);
    await receive([chat('a', 10)]);
    expect(await assemble()).toBe(1);
    const [row, ...more] = await traces();
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      ...{ id: TRACE, state: 'complete', agentName: 'Clerk', models: ['m-1'], service: 'desk' },
      ...{ modelCalls: 2, tokensIn: 20, tokensOut: 4, durationMs: 500, task: 'How many legs has a bee?' },
    });
    const stored = await readTrajectory(database.pg, {
      workspaceId: WORKSPACE,
      hash: row?.trajectoryHash ?? '',
    });
    const said = stored?.steps.flatMap((step) => (step.source === 'agent' ? [step.text] : []));
    expect(said).toEqual(['Six, says a.', 'Six, says b.']);
    expect(await pending()).toBe(0);
  });

  it('waits for what is sent soon after a root, and shows an open trace after some seconds', async () => {
    await receive([chat('a', 10)]);
    expect(await assemble(0)).toBe(0);
    expect(await assemble(5)).toBe(1);
    expect(await traces()).toMatchObject([{ state: 'open', modelCalls: 1 }]);
    expect(await pending()).toBe(1);
    expect(await assemble(30), 'not due again before it was quiet').toBe(0);
    expect(await assemble(60)).toBe(1);
    expect(await traces()).toMatchObject([{ state: 'complete', modelCalls: 1 }]);
    expect(await pending()).toBe(0);
  });

  it('takes late and doubled spans into the same trace', async () => {
    await receive([root, chat('a', 10)]);
    await assemble();
    const before = (await traces())[0]?.trajectoryHash;
    await receive([chat('a', 10)]);
    await assemble();
    expect(await traces()).toMatchObject([{ modelCalls: 1, trajectoryHash: before }]);
    await receive([chat('c', 300)]);
    await assemble();
    expect(await traces()).toMatchObject([{ modelCalls: 2, state: 'complete' }]);
  });

  it('keeps a trace due where a record comes while it is assembled', async () => {
    await receive([root, chat('a', 10)]);
    await pass(5);
    const slow = slowed(() => receive([chat('b', 100)]));
    expect(await assembleDue(slow)).toBe(1);
    expect(await traces()).toMatchObject([{ modelCalls: 1 }]);
    expect(await pending()).toBe(1);
    expect(await assemble(31)).toBe(1);
    expect(await traces()).toMatchObject([{ modelCalls: 2 }]);
    expect(await pending()).toBe(0);
  });

  it('drops an older reading that ends after a newer one', async () => {
    await receive([root, chat('a', 10)]);
    await pass(5);
    const slow = slowed(async () => {
      await receive([chat('b', 100)]);
      await assemble(31);
    });
    await assembleDue(slow);
    expect(await traces()).toMatchObject([{ modelCalls: 2 }]);
  });

  it('keeps what an event and a person judged, and the person decides', async () => {
    const judged = (value: number) =>
      logOf('root', 'gen_ai.evaluation.result', {
        attributes: { 'gen_ai.evaluation.name': 'right', 'gen_ai.evaluation.score.value': value },
      });
    await receive([root, chat('a', 10), { ...judged(0.25), traceId: TRACE }]);
    await assemble();
    expect(await traces()).toMatchObject([{ score: 0.25, scoredBy: 'event' }]);
    const person = { workspaceId: WORKSPACE, traceId: TRACE, name: 'right', by: 'person' } as const;
    await keepTraceScores(database.pg, [
      { ...person, value: 1, label: null, explanation: 'It has six.', userId: 'usr_1' },
    ]);
    expect(await traces()).toMatchObject([{ score: 1, scoredBy: 'person', feedback: 'It has six.' }]);
    await receive([{ ...judged(0.5), traceId: TRACE }]);
    await assemble();
    expect(await traces()).toMatchObject([{ score: 1, scoredBy: 'person' }]);
    expect(await database.db.traceScore.findMany({ where: { by: 'event' } })).toMatchObject([{ value: 0.5 }]);
  });

  it('stores NUL and halves of characters as something that can be stored', async () => {
    await receive([root, chat('a', 10, 'Legs\0 of \ud800 bees?')]);
    await assemble();
    expect(await traces()).toMatchObject([{ task: 'Legs\ufffd of \ufffd bees?' }]);
  });

  it('assembles traces with the same steps at once, with one trajectory', async () => {
    const other = 'c'.repeat(32);
    await receive([root, chat('a', 10)]);
    await receive(
      [
        { ...root, traceId: other },
        { ...chat('a', 10), traceId: other },
      ],
      other,
    );
    expect(await assemble()).toBe(2);
    expect(await pending()).toBe(0);
    expect(new Set((await traces()).map(({ trajectoryHash }) => trajectoryHash)).size).toBe(1);
    expect(await database.db.trajectory.count()).toBe(1);
  });

  it('counts a damaged part as unread and reads the others', async () => {
    await receive([root, chat('a', 10)]);
    const broken = { traceId: TRACE, body: Buffer.from('no gzip'), records: 3, isEnded: false };
    await saveTraceParts(database.pg, { workspaceId: WORKSPACE, source: 'otlp', parts: [broken] });
    await assemble();
    expect(await traces()).toMatchObject([{ modelCalls: 1, unread: { damaged: 3 } }]);
  });

  it('keeps workspaces apart: the same trace id is two traces', async () => {
    await database.db.workspace.upsert({
      ...{ where: { id: 'wsp_other' }, create: { id: 'wsp_other', name: 'Other' }, update: {} },
    });
    await receive([root, chat('a', 10)]);
    const body = gzipSync(JSON.stringify([root, chat('a', 10), chat('b', 50)]));
    const parts = [{ traceId: TRACE, body, records: 3, isEnded: true }];
    await saveTraceParts(database.pg, { workspaceId: 'wsp_other', source: 'otlp', parts });
    expect(await assemble()).toBe(2);
    const found = await database.db.trace.findMany({ orderBy: { workspaceId: 'asc' } });
    expect(found).toMatchObject([
      { workspaceId: 'wsp_other', modelCalls: 2 },
      { workspaceId: WORKSPACE, modelCalls: 1 },
    ]);
  });
});

/** The pool, with something that happens after the parts were read. */
function slowed(meanwhile: () => Promise<unknown>) {
  let isDone = false;
  return new Proxy(database.pg, {
    get(pool, name) {
      if (name !== 'connect') return Reflect.get(pool, name).bind(pool);
      return async () => {
        if (!isDone) {
          isDone = true;
          await meanwhile();
        }
        return pool.connect();
      };
    },
  });
}
