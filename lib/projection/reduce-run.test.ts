import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reduceRun } from './reduce-run';
import { EMPTY_RUN_STATE } from './run-state';
import { SMALL_LEDGER } from './testing/small-ledger';

const whole = reduceRun(EMPTY_RUN_STATE, SMALL_LEDGER);

describe('reduceRun', () => {
  it('projects a small ledger to what the page shows', () => {
    expect(whole).toMatchObject({
      lastSeq: SMALL_LEDGER.length,
      startedAtMs: 0,
      trainRollouts: 4,
      evaluationRollouts: 0,
      failures: 1,
      spend: { spendUsd: 0.02 },
      phase: { kind: 'planning', iteration: 1 },
    });
    expect(whole.measurements.map((point) => point.score.mean)).toEqual([0.6, 0.75]);
    expect(whole.candidates).toHaveLength(1);
    const [iteration] = whole.iterations;
    expect(iteration).toMatchObject({
      size: 4,
      rollouts: 4,
      correct: 2,
      candidate: { applied: 1, ignored: 0 },
    });
    expect(iteration?.reflections).toHaveLength(4);
    expect(iteration?.groups.map((group) => group.cause?.code)).toEqual([undefined, 'unparseable']);
  });

  it('changes nothing when the same events come twice', () => {
    expect(reduceRun(whole, SMALL_LEDGER)).toBe(whole);
    expect(reduceRun(EMPTY_RUN_STATE, [...SMALL_LEDGER, ...SMALL_LEDGER])).toEqual(whole);
  });

  it('reaches the same state however the stream is cut, overlaps included', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: SMALL_LEDGER.length }), fc.nat(5), (cut, overlap) => {
        const first = reduceRun(EMPTY_RUN_STATE, SMALL_LEDGER.slice(0, cut));
        expect(reduceRun(first, SMALL_LEDGER.slice(Math.max(0, cut - overlap)))).toEqual(whole);
      }),
    );
  });

  it('leaves the state that it was given untouched', () => {
    const half = reduceRun(EMPTY_RUN_STATE, SMALL_LEDGER.slice(0, 6));
    const copy = structuredClone(half);
    reduceRun(half, SMALL_LEDGER);
    expect(half).toEqual(copy);
  });

  it('counts rollouts of the current map phase against its size', () => {
    const inMap = reduceRun(EMPTY_RUN_STATE, SMALL_LEDGER.slice(0, 5));
    expect(inMap.phase).toEqual({ kind: 'map', iteration: 0, done: 2, of: 4 });
  });
});
