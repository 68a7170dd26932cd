import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RunTimelineView, TimedCall } from '@/lib/contracts/timeline';
import { criticalPath } from './critical-path';
import { prepareTimeline } from './run-timeline';

const ORIGIN = { split: 'train', hardware: 'a laptop', practice: true } as const;

function call(
  key: string,
  [sentMs, answeredMs]: readonly [number, number | null],
  rest: Partial<TimedCall> = {},
): TimedCall {
  return {
    ...{ key, purpose: 'generate', role: 'serving', subject: key, worker: 'a', sentMs, answeredMs },
    ...{ failed: false, dispatches: 1, ...rest },
  };
}

const view = (...calls: TimedCall[]): RunTimelineView => ({
  ...{ runId: 'run_1', iteration: 2, iterations: [0, 1, 2], startedAt: null, calls, total: calls.length },
});

describe('the critical path', () => {
  it('goes from the last answer back by the answers that came last before each call', () => {
    const calls = [
      { name: 'quick', sentMs: 0, answeredMs: 10 },
      { name: 'slow', sentMs: 0, answeredMs: 40 },
      { name: 'reflect', sentMs: 41, answeredMs: 60 },
      { name: 'beside', sentMs: 12, answeredMs: 30 },
      { name: 'combine', sentMs: 62, answeredMs: 90 },
    ];
    expect(criticalPath(calls).map(({ name }) => name)).toEqual(['slow', 'reflect', 'combine']);
  });

  it('never overlaps itself, ends with the last answer, and has no room before a call for one that it left out', () => {
    const span = fc
      .tuple(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: 80 }))
      .map(([sentMs, length]) => ({ sentMs, answeredMs: sentMs + length + 1 }));
    fc.assert(
      fc.property(fc.array(span, { minLength: 1, maxLength: 60 }), (calls) => {
        const path = criticalPath(calls);
        expect(path.at(-1)?.answeredMs).toBe(Math.max(...calls.map(({ answeredMs }) => answeredMs)));
        path.forEach((one, at) => {
          const before = path[at - 1];
          const from = before?.answeredMs ?? -1;
          expect(from).toBeLessThanOrEqual(one.sentMs);
          expect(calls.some(({ answeredMs }) => answeredMs > from && answeredMs <= one.sentMs)).toBe(false);
        });
      }),
    );
  });
});

describe('the timeline of an iteration', () => {
  it('puts calls that overlap into lanes of their own, worker by worker', () => {
    const chart = prepareTimeline(
      view(call('1', [0, 10]), call('2', [0, 30]), call('3', [12, 20]), call('4', [5, 20], { worker: 'b' })),
      ORIGIN,
    );
    expect(chart.bars.map(({ key, row }) => [key, row])).toEqual([
      ['1', 0],
      ['2', 1],
      ['3', 0],
      ['4', 2],
    ]);
    expect(chart.rows).toBe(3);
    expect(chart.workers.map(({ row }) => row)).toEqual([0, 2]);
  });

  it('says what was waited for, and marks it', () => {
    const chart = prepareTimeline(
      view(
        call('a', [0, 1000]),
        call('b', [0, 4000]),
        call('group', [4500, 9000], { purpose: 'aggregate', role: 'proposer' }),
        call('open', [4500, null]),
      ),
      ORIGIN,
    );
    expect(chart.bars.filter(({ isCritical }) => isCritical).map(({ key }) => key)).toEqual(['b', 'group']);
    expect(chart.summary).toContain('The critical path is 2 calls');
    expect(chart.summary).toContain('the longest is the aggregation of group');
    expect(chart.stages.map(({ name }) => name)).toEqual(['rollouts', 'aggregation']);
  });

  it('says so where nothing came back yet, or not all of it', () => {
    expect(prepareTimeline(view(call('a', [0, null])), ORIGIN).summary).toContain('No call');
    const some = view(call('a', [0, 10]), call('b', [0, null]));
    expect(prepareTimeline(some, ORIGIN).summary).toMatch(/^1 of 2 calls answered in 10 ms/);
  });
});
