import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SPLIT_NAMES } from '@/lib/domain/split';
import { TRACE_SPLITS, type TraceSplit } from '@/lib/domain/trace-examples';
import { NEAR_SIMILARITY, nearDuplicatesInSteps } from '@/lib/stats/near-duplicates';
import { wordShingles } from '@/lib/stats/word-shingles';
import { assignSplits } from '../assign-split';
import { withoutStops } from '../import/import-examples';
import { type ChosenTrace, examplesOfTracesInSteps } from './examples-of-traces';

const SHARES = { train: 0.5, selection: 0.1, heldOut: 0.3, confirmation: 0.1 };

/** Few sessions, users and times, and tasks of which some are one word apart. */
const TRACES = fc
  .array(
    fc.record({
      session: fc.option(fc.nat(6), { nil: null }),
      user: fc.option(fc.nat(3), { nil: null }),
      hour: fc.nat(12),
      theme: fc.nat(9),
      changed: fc.nat(40),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((rows) =>
    rows.map(
      ({ session, user, hour, theme, changed }, index): ChosenTrace => ({
        id: `t-${String(index).padStart(2, '0')}`,
        task: Array.from({ length: 40 }, (_, word) =>
          word === changed ? `only${index}` : `w${theme}x${word}`,
        ).join(' '),
        output: `Answer ${index}`,
        startedAtMs: hour * 3_600_000,
        sessionId: session === null ? null : `s-${session}`,
        userId: user === null ? null : `u-${user}`,
      }),
    ),
  );

function divided(traces: readonly ChosenTrace[], splitBy: TraceSplit) {
  const made = withoutStops(examplesOfTracesInSteps(traces, { splitBy, shares: SHARES }));
  const split = assignSplits(made.examples, made.rule, 'salt');
  if (!split.ok) throw new Error(JSON.stringify(split.faults));
  const byId = new Map(traces.map((trace) => [trace.id, trace]));
  const placed = made.examples.flatMap(({ id }) => {
    const trace = byId.get(id);
    const part = split.assignments.get(id);
    return trace === undefined || part === undefined ? [] : [{ ...trace, part }];
  });
  return { ...made, placed };
}

function areNear(a: ChosenTrace, b: ChosenTrace): boolean {
  const [one, other] = [wordShingles(a.task), wordShingles(b.task)];
  const shared = [...one].filter((shingle) => other.has(shingle)).length;
  return shared / (one.size + other.size - shared) >= NEAR_SIMILARITY;
}

describe('examples of traces', () => {
  it('leak no session, no user and no near-duplicate task across parts', () => {
    fc.assert(
      fc.property(TRACES, fc.constantFrom(...TRACE_SPLITS), (traces, splitBy) => {
        const { placed, examples, nearInLaterPart } = divided(traces, splitBy);
        expect(placed).toHaveLength(traces.length - nearInLaterPart);
        expect(examples).toHaveLength(placed.length);
        for (const [index, one] of placed.entries())
          for (const other of placed.slice(0, index)) {
            const isOneGroup =
              (splitBy === 'session' && one.sessionId !== null && one.sessionId === other.sessionId) ||
              (splitBy === 'user' && one.userId !== null && one.userId === other.userId) ||
              areNear(one, other);
            if (isOneGroup) expect([one.id, one.part]).toEqual([one.id, other.part]);
          }
      }),
    );
  });

  it('by time, have no trace in a later part that is older than one of an earlier part', () => {
    fc.assert(
      fc.property(TRACES, (traces) => {
        const { placed, nearInLaterPart } = divided(traces, 'time');
        const ranks = [...placed]
          .sort((a, b) => a.startedAtMs - b.startedAtMs)
          .map(({ part, startedAtMs }) => ({ rank: SPLIT_NAMES.indexOf(part), startedAtMs }));
        for (const { rank, startedAtMs } of ranks)
          for (const later of ranks)
            if (later.rank > rank) expect(later.startedAtMs).toBeGreaterThanOrEqual(startedAtMs);
        const tasks = withoutStops(nearDuplicatesInSteps(traces.map(({ task }) => task))).clusterOf;
        const distinct = new Set(tasks).size;
        const heldOut = placed.filter(({ part }) => part === 'heldOut').length;
        expect(heldOut).toBeGreaterThanOrEqual(Math.floor(0.3 * distinct));
        // Each trace that was left out is near one that was kept, so none goes missing without a cause.
        const kept = new Set(placed.map(({ id }) => id));
        const gone = traces.filter(({ id }) => !kept.has(id));
        expect(gone).toHaveLength(nearInLaterPart);
        expect(gone.every((one) => traces.some((other) => other !== one && areNear(one, other)))).toBe(true);
      }),
    );
  });

  it('do not depend on the order of the traces', () => {
    fc.assert(
      fc.property(TRACES, fc.constantFrom(...TRACE_SPLITS), (traces, splitBy) => {
        expect(divided([...traces].reverse(), splitBy).examples).toEqual(divided(traces, splitBy).examples);
      }),
    );
  });

  it('name their near-duplicates, most alike first, and give a trace without a session no group', () => {
    const words = Array.from({ length: 100 }, (_, index) => `word${index}`);
    const trace = (id: string, part: Partial<ChosenTrace>): ChosenTrace => ({
      ...{ id, task: id, output: 'Yes', startedAtMs: 0, sessionId: null, userId: null },
      ...part,
    });
    const { examples, near } = divided(
      [
        trace('a', { task: words.join(' '), sessionId: 's-2' }),
        trace('b', { task: words.with(99, 'end').join(' '), sessionId: 's-1' }),
        trace('c', { sessionId: 's-1' }),
        trace('d', {}),
      ],
      'session',
    );
    expect(examples.map(({ id, groupKey }) => [id, groupKey])).toEqual([
      ['a', 'session s-1'],
      ['b', 'session s-1'],
      ['c', 'session s-1'],
      ['d', null],
    ]);
    expect(near).toEqual({
      ...{ traces: 2, clusters: 1 },
      first: [{ traceId: 'a', nearTraceId: 'b', similarity: 0.979 }],
    });
  });
});
