import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { learnFromTracesBody } from '@/lib/contracts/trace-learning';
import type { TraceFilter } from '@/lib/domain/trace-filter';
import { traceSampleItems } from '@/lib/domain/trace-sample';
import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { forecastTraceLearning, learnFromTraces } from './learn-from-traces';

let lab: PracticeLab;
let experimentId: string;

const trace = (id: string, over: Partial<Prisma.TraceCreateManyInput> = {}): Prisma.TraceCreateManyInput => ({
  ...{ id, workspaceId: lab.actor.workspaceId, source: 'otlp', state: 'complete', service: 'desk' },
  ...{
    task: `Task ${id}`,
    taskHash: id,
    output: `Answer ${id}`,
    startedAt: new Date('2026-11-20T10:00:00Z'),
  },
  ...{ models: ['gpt'], tools: ['search'], score: 1 },
  ...over,
});

beforeAll(async () => {
  lab = await openPracticeLab({ train: 8, heldOut: 10, timeScale: null });
  experimentId = await lab.makeExperiment();
  await db().trace.createMany({
    data: [
      ...Array.from({ length: 30 }, (_, index) => trace(`right-${index}`)),
      ...Array.from({ length: 20 }, (_, index) =>
        trace(`wrong-${index}`, {
          score: 0,
          tools: ['refund', 'search'],
          feedback: 'The window had passed.',
        }),
      ),
      trace('double', { taskHash: 'right-0' }),
      trace('unjudged', { score: null }),
      trace('crashed', { score: null, error: 'Timed out.' }),
      trace('open', { state: 'open' }),
      trace('elsewhere', { service: 'other' }),
    ],
  });
});
afterAll(() => lab.close());

const asked = (over: { filter?: TraceFilter; count?: number; naive?: boolean } = {}) =>
  learnFromTracesBody.parse({ experimentId, filter: { service: 'desk' }, count: 20, ...over });

describe('the forecast of learning from traces', () => {
  it('says what would be drawn, what it takes, and stores nothing', async () => {
    const { sample, kind, expected, refusal, diagnosis } = await forecastTraceLearning(lab.actor, asked());
    expect({ kind, refusal, diagnosis }).toEqual({ kind: 'exploratory', refusal: null, diagnosis: null });
    expect(sample).toEqual({
      ...{ matched: 53, unjudged: 1, doubles: 1, drawn: 20, isCut: false },
      strata: [
        { outcome: 'right', tool: 'search', there: 30, drawn: 11 },
        { outcome: 'failed', tool: 'refund', there: 20, drawn: 8 },
        { outcome: 'failed', tool: 'search', there: 1, drawn: 1 },
      ],
    });
    expect(expected).toMatchObject({ reflections: 20, heldOut: 20, practice: true, isPriced: true });
    expect(expected?.tokens).toBeGreaterThan(20 * 6_000);
    expect(await db().traceSample.count()).toBe(0);
    expect(await db().run.count()).toBe(0);
  });

  it('refuses with the way on where nothing was judged or nothing matches', async () => {
    for (const filter of [{ outcome: 'unjudged' as const }, { service: 'absent' }]) {
      const { refusal, expected } = await forecastTraceLearning(lab.actor, asked({ filter }));
      expect(expected).toBeNull();
      expect(refusal?.howToProceed.length).toBeGreaterThan(0);
      await expect(learnFromTraces(lab.actor, asked({ filter }))).rejects.toMatchObject({
        code: 'STATE_CONFLICT',
      });
    }
  });
});

describe('a run from traces', () => {
  it('freezes its sample: what is judged later does not change it', async () => {
    const run = await learnFromTraces(lab.actor, asked());
    expect(run).toMatchObject({ kind: 'exploratory', label: 'From 20 traces', status: 'queued' });
    const { manifest } = await db().run.findUniqueOrThrow({ where: { id: run.id } });
    const { traces, split, epochs } = manifest as {
      traces: { sampleId: string; hash: string };
      split: { counts: { train: number } };
      epochs: number;
    };
    expect({ train: split.counts.train, epochs }).toEqual({ train: 20, epochs: 1 });
    const stored = await db().traceSample.findUniqueOrThrow({ where: { id: traces.sampleId } });
    expect(stored.hash).toBe(traces.hash);
    const items = traceSampleItems.parse(stored.items);
    expect(items.map(({ id }) => id)).toEqual(items.map(({ id }) => id).sort());
    expect(items.find(({ id }) => id === 'crashed')).toMatchObject({
      ...{ score: 0, feedback: 'It ended with an error: Timed out.' },
    });
    expect(items.filter(({ score }) => score === 0)).toHaveLength(9);
  });

  it('draws the same sample for the same traces and seed', async () => {
    const samples = await Promise.all([
      learnFromTraces(lab.actor, asked()),
      learnFromTraces(lab.actor, asked()),
    ]);
    expect(samples).toHaveLength(2);
    const hashes = (await db().traceSample.findMany()).map(({ hash }) => hash);
    expect(new Set(hashes).size).toBe(1);
  });

  it('takes one call over all reflections where that is asked for, as a comparison point', async () => {
    const run = await learnFromTraces(lab.actor, asked({ naive: true }));
    expect(run).toMatchObject({
      kind: 'comparisonPoint',
      aggregation: 'naive',
      label: 'One call over 20 traces',
    });
  });

  it('sees no trace of another workspace', async () => {
    await db().workspace.create({ data: { id: 'ws_other', name: 'Other' } });
    await db().trace.createMany({ data: [trace('theirs', { workspaceId: 'ws_other' })] });
    const { sample } = await forecastTraceLearning(lab.actor, asked({ filter: {} }));
    expect(sample.matched).toBe(54);
  });
});
