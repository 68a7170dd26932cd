import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AggregationSettings } from '@/lib/domain/manifest';
import type { Reflection } from '@/lib/domain/reflection';
import { seededRng } from '@/lib/random/seeded-rng';
import {
  aggregationManifest,
  askNobody,
  recordingMethod,
  reflectionOf,
} from '@/lib/testing/recording-method';
import { type ReduceInput, reduceReflections, runIteration } from './iteration';

interface Options {
  readonly settings?: Partial<AggregationSettings>;
  readonly onShuffle?: ReduceInput['onShuffle'];
  readonly onGroup?: ReduceInput['onGroup'];
}

function planned(gates: readonly Promise<Reflection | null>[], options: Options = {}) {
  const { settings, ...listeners } = options;
  const method = recordingMethod();
  const input = {
    method,
    manifest: aggregationManifest({ grouping: 'planned', ...settings }),
    base: { hash: 'base', text: 'BASE' },
    iteration: 0,
    rng: seededRng('run'),
    progress: { trainExamplesSeen: 0, trainExamples: gates.length },
    ask: askNobody,
    ...listeners,
  };
  return {
    method,
    input,
    reduced: runIteration({ ...input, plan: async () => input, map: async () => ({ arrivals: gates }) }),
  };
}

const settled = (list: readonly (Reflection | null)[]) => list.map((one) => Promise.resolve(one));
const reflections = (n: number) => Array.from({ length: n }, (_, ordinal) => reflectionOf(ordinal));

/** Gates that a test opens one by one. */
function openable(n: number) {
  const opens: ((reflection: Reflection | null) => void)[] = [];
  const gates = Array.from({ length: n }, () => new Promise<Reflection | null>((open) => opens.push(open)));
  return { gates, open: (ordinal: number) => opens[ordinal]?.(reflectionOf(ordinal)) };
}

const turns = async () => {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
};

/** Level 1 in group order: which group's members were in first is no part of the result. */
const byGroup = (calls: ReturnType<typeof recordingMethod>['calls']) =>
  calls
    .filter((call) => call.level === 'aggregate')
    .toSorted((a, b) => a.ordinal - b.ordinal)
    .map((call) => call.reflections);

describe('planned grouping', () => {
  it('starts a group as soon as its own members are in, and no group before', async () => {
    const { gates, open } = openable(9);
    const plan = await planned(settled(reflections(9))).reduced.then(({ plan }) => plan);
    const { method, reduced } = planned(gates);
    const opened = new Set<number>();
    const complete = () =>
      plan.groups.filter((group) => group.every((ordinal) => opened.has(ordinal))).length;
    const started: number[] = [];
    for (let ordinal = 0; ordinal < 9; ordinal += 1) {
      opened.add(ordinal);
      open(ordinal);
      await turns();
      const aggregated = method.calls.filter((call) => call.level === 'aggregate').length;
      expect(aggregated).toBe(complete());
      started.push(aggregated);
    }
    expect(started.at(-1)).toBe(3);
    expect((await reduced).scan.mode).toBe('llm');
  });

  it('lets level 1 read the text without counters, and applies them once before level 2', async () => {
    const { method, reduced } = planned(settled(reflections(9)));
    const { base } = await reduced;
    for (const call of method.calls) {
      expect(call.base.text).toBe(call.level === 'aggregate' ? 'BASE' : 'BASE counted 9');
    }
    expect(base.text).toBe('BASE counted 9');
  });

  it('makes the groups that grouping after the barrier makes where nothing is missing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 60 }), async (n) => {
        const { input, method, reduced } = planned(settled(reflections(n)));
        const one = await reduced;
        const planMethod = recordingMethod();
        const other = await reduceReflections({
          ...input,
          method: planMethod,
          manifest: aggregationManifest(),
          reflections: reflections(n),
        });
        expect(one.plan).toEqual(other.plan);
        expect(byGroup(method.calls)).toEqual(byGroup(planMethod.calls));
        expect(one.scan.mode).toBe(other.scan.mode);
      }),
      { numRuns: 40 },
    );
  });

  it('leaves holes: k, copies and groups stay, and every other reflection is read exactly p times', async () => {
    const shape = fc.record({ n: fc.integer({ min: 4, max: 60 }), missing: fc.infiniteStream(fc.boolean()) });
    await fc.assert(
      fc.asyncProperty(shape, async ({ n, missing }) => {
        const list = reflections(n).map((one) => (missing.next().value ? null : one));
        const { method, reduced } = planned(settled(list));
        const whole = await planned(settled(reflections(n))).reduced;
        const { plan, degraded } = await reduced;
        const present = list.filter((one) => one !== null);
        expect(plan.groups).toEqual(whole.plan.groups);
        expect(plan.reflections).toBe(present.length);
        expect(degraded).toBe(present.length < Math.ceil(n / 2));
        const read = method.calls.flatMap((call) => call.reflections).toSorted((a, b) => a - b);
        const expected = present.flatMap(({ ordinal }) =>
          Array.from({ length: plan.duplication }, () => ordinal),
        );
        expect(read).toEqual(expected.toSorted((a, b) => a - b));
      }),
      { numRuns: 60 },
    );
  });

  it('makes no call for a group of holes, and none at all where nothing came', async () => {
    const none = planned(settled(Array.from({ length: 9 }, () => null)));
    expect((await none.reduced).scan.mode).toBe('empty');
    expect(none.method.calls).toEqual([]);
    const { plan } = await planned(settled(reflections(9))).reduced;
    const first = new Set(plan.groups[0]);
    const inputs: number[] = [];
    const holes = planned(settled(reflections(9).map((one) => (first.has(one.ordinal) ? null : one))), {
      onGroup: (group) => inputs.push(group.inputs),
    });
    await holes.reduced;
    expect(inputs[0]).toBe(0);
    expect(holes.method.calls.some((call) => call.level === 'aggregate' && call.ordinal === 0)).toBe(false);
  });

  it('tells of groups after the shuffle, also of those that were early', async () => {
    const { gates, open } = openable(9);
    const told: string[] = [];
    const { reduced } = planned(gates, {
      onShuffle: () => told.push('shuffle'),
      onGroup: ({ group }) => told.push(`group ${group}`),
    });
    for (let ordinal = 0; ordinal < 9; ordinal += 1) {
      open(ordinal);
      await turns();
    }
    await reduced;
    expect(told[0]).toBe('shuffle');
    expect(told.slice(1).toSorted()).toEqual(['group 0', 'group 1', 'group 2']);
  });

  it('asks the naive arm once, over all that is there', async () => {
    const { method, reduced } = planned(settled([...reflections(8), null]), { settings: { kind: 'naive' } });
    expect((await reduced).scan.mode).toBe('plainCall');
    expect(method.calls.map((call) => call.reflections)).toEqual([[0, 1, 2, 3, 4, 5, 6, 7]]);
  });

  it('lets all that runs end before a failure surfaces', async () => {
    const { gates, open } = openable(8);
    const failing = [...gates, Promise.reject(new Error('the lease is lost'))];
    let isOver = false;
    const { reduced } = planned(failing);
    const caught = reduced.catch((error: Error) => {
      isOver = true;
      return error.message;
    });
    await turns();
    expect(isOver).toBe(false);
    for (let ordinal = 0; ordinal < 8; ordinal += 1) open(ordinal);
    expect(await caught).toBe('the lease is lost');
  });
});
