import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseTraces, type TraceCandidate } from './choose-traces';

const trace = (id: string, part: Partial<TraceCandidate> = {}): TraceCandidate => ({
  ...{ id, taskHash: id, score: 1, startedAtMs: 0, sessionId: null, userId: null, lacks: null },
  ...part,
});
const choice = { splitBy: 'user', count: 100, seed: 0 } as const;
const NONE = {
  ...{ withoutTask: 0, withoutOutput: 0, cut: 0, unjudged: 0, notRight: 0, maskedGroup: 0 },
  ...{ repeated: 0, beyondCount: 0 },
};

describe('a choice of traces', () => {
  it('keeps right outputs, the newest of each task, and counts the others once by their first reason', () => {
    const { chosen, leftOut } = chooseTraces(
      [
        trace('old', { taskHash: 'same', startedAtMs: 1 }),
        trace('new', { taskHash: 'same', startedAtMs: 2 }),
        trace('newest is wrong', { taskHash: 'same', startedAtMs: 3, score: 0.9 }),
        trace('empty', { lacks: 'withoutTask', score: null }),
        trace('silent', { lacks: 'withoutOutput' }),
        trace('long', { lacks: 'cut', score: 0 }),
        trace('unjudged', { score: null }),
        trace('masked', { userId: '[EMAIL_123456789]' }),
        trace('masked session', { sessionId: '[EMAIL_1]' }),
      ],
      choice,
    );
    expect(chosen.map(({ id }) => id).sort()).toEqual(['masked session', 'new']);
    expect(leftOut).toEqual({
      ...NONE,
      ...{ withoutTask: 1, withoutOutput: 1, cut: 1, unjudged: 1, notRight: 1, maskedGroup: 1, repeated: 1 },
    });
  });

  it('is the same for the same traces and seed in any order, of the size asked for, and counts every trace', () => {
    const candidates = fc.array(
      fc.record({ task: fc.nat(15), score: fc.constantFrom(null, 0, 1), hour: fc.nat(5) }),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(candidates, fc.integer({ min: 1, max: 10 }), fc.nat(9), (rows, count, seed) => {
        const traces = rows.map(({ task, score, hour }, index) =>
          trace(`t${index}`, { taskHash: `${task}`, score, startedAtMs: hour }),
        );
        const asked = { splitBy: 'none', count, seed } as const;
        const { chosen, leftOut } = chooseTraces(traces, asked);
        expect(chooseTraces([...traces].reverse(), asked).chosen).toEqual(chosen);
        const tasks = new Set(rows.filter(({ score }) => score === 1).map(({ task }) => task));
        expect(chosen).toHaveLength(Math.min(count, tasks.size));
        expect(new Set(chosen.map(({ taskHash }) => taskHash)).size).toBe(chosen.length);
        const out = Object.values(leftOut).reduce((sum, one) => sum + one, 0);
        expect(out + chosen.length).toBe(rows.length);
      }),
    );
  });
});
