import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRng } from '@/lib/random/seeded-rng';
import { CURVE_SHAPES, measuredOn, serialRun } from '@/lib/testing/serial-curves';
import { decideConvergence } from './convergence';
import { lookError, lookSchedule } from './diagnosis-looks';
import { measureOn } from './measure-on';
import { contrastOf, intervalOf } from './paired-contrast';
import type { ExampleScores, SerialCurve } from './serial-measurements';

const seeds = fc.integer({ min: 0, max: 10_000 });
const noisy = (seed: number, shape: (typeof CURVE_SHAPES)[number] = 'plateauAbove') =>
  serialRun({ shape, length: 10, heldOut: 60, coins: 0.1 }, seededRng(`measure-on/${seed}`));

describe('a diagnosis that measures on', () => {
  it('spends no more than its error over all looks, whatever the cap', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1000 }),
        fc.double({ min: 0.001, max: 0.2, noNaN: true }),
        (cap, error) => {
          const schedule = lookSchedule(cap);
          const spent = schedule.reduce((sum, look) => sum + lookError(error, look, cap), 0);
          expect(spent).toBeCloseTo(error, 10);
          expect(schedule).toEqual([...new Set(schedule)].sort((a, b) => a - b));
          expect(schedule.at(-1)).toBe(cap);
        },
      ),
    );
  });

  it('ends decided, where repeating cannot help, or at the cap, and never answers more often than that', () => {
    fc.assert(
      fc.property(
        seeds,
        fc.constantFrom(...CURVE_SHAPES),
        fc.constantFrom(1, 2, 8, 40),
        (seed, shape, cap) => {
          const curve = measuredOn(noisy(seed, shape), cap);
          expect(measureOn(curve).ended).not.toBeNull();
          const counts = new Map<string, number>();
          for (const { candidate } of curve.repeats) counts.set(candidate, (counts.get(candidate) ?? 1) + 1);
          expect(Math.max(1, ...counts.values())).toBeLessThanOrEqual(cap);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('decides the same whatever the order in which repeats are read, and heeds no look that is not whole', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const curve = measuredOn(noisy(seed), 8);
        const turned = { ...curve, repeats: curve.repeats.toReversed() };
        expect(decideConvergence(turned)).toEqual(decideConvergence(curve));
        const { repeats } = measureOn({ ...curve, repeats: [] });
        const first = curve.repeats
          .filter(({ candidate }) => candidate === repeats[0]?.candidate)
          .slice(0, 1);
        expect(decideConvergence({ ...curve, repeats: first }).repetitions).toBe(1);
      }),
      { numRuns: 30 },
    );
  });

  it('does not repeat what stalls, nor what it has too little of', () => {
    const scores = [1, 0, 1, 0, 1, 0];
    const same = Array.from({ length: 8 }, (_, index) => ({
      trainExamplesSeen: index,
      candidate: 'c',
      scores,
    }));
    const curve = (measurements: SerialCurve['measurements']): SerialCurve => ({
      ...{ measurements, repeats: [] },
      repetitionsMax: 40,
    });
    expect(measureOn(curve(same))).toMatchObject({ ended: 'noHelp', repeats: [] });
    expect(measureOn(curve(same.slice(0, 3)))).toMatchObject({ ended: 'noHelp', repeats: [] });
  });

  it('stops after one repetition where answers repeat themselves and the examples are what differs', () => {
    const rng = seededRng('measure-on/answers that repeat');
    const measurements = Array.from({ length: 11 }, (_, place) => ({
      ...{ trainExamplesSeen: place, candidate: `c${place}` },
      scores: Array.from({ length: 60 }, () => (rng.nextFloat() < 0.7 ? 1 : 0)),
    }));
    const scoresOf = new Map(measurements.map(({ candidate, scores }) => [candidate, scores]));
    const run = { measurements, answerAgain: (candidate: string) => scoresOf.get(candidate) ?? [] };
    const curve = measuredOn(run, 40);
    expect(Math.max(...curve.repeats.map(({ repetition }) => repetition))).toBe(2);
  });
});

describe('missing scores', () => {
  const answers = (candidate: string, means: ExampleScores) => ({
    candidate,
    means,
    repetitions: 1,
    noise: null,
  });

  it('are bounded: the interval covers what any values in their place would give', () => {
    const score = fc.constantFrom(0, 1);
    const rows = fc.array(fc.tuple(score, score, fc.boolean()), { minLength: 6, maxLength: 30 });
    fc.assert(
      fc.property(rows, (drawn) => {
        fc.pre(drawn.filter(([, , isMissing]) => !isMissing).length >= 2);
        const before = drawn.map(([one]) => one);
        const whole = drawn.map(([, two]) => two);
        const holed = drawn.map(([, two, isMissing]) => (isMissing ? null : two));
        const terms = (later: ExampleScores) => [
          { answers: answers('b', later), weight: 1 },
          { answers: answers('a', before), weight: -1 },
        ];
        const truth = contrastOf(terms(whole)).mean;
        const seen = intervalOf(contrastOf(terms(holed)), 0.025);
        expect(seen.lower).toBeLessThanOrEqual(truth + 1e-12);
        expect(seen.upper).toBeGreaterThanOrEqual(truth - 1e-12);
      }),
    );
  });

  it('never make a no-go, and take a go away where they could hide a rise', () => {
    const right = (index: number, of: number) => (index < of ? 1 : 0);
    const flat = (missing: number): SerialCurve => ({
      measurements: [100, 150, 180, 200, 200, 200, 200].map((height, place) => ({
        ...{ trainExamplesSeen: place, candidate: `c${place}` },
        scores: Array.from({ length: 250 }, (_, index) =>
          place === 6 && index >= 250 - missing ? null : right(index, height),
        ),
      })),
      ...{ repeats: [], repetitionsMax: 1 },
    });
    expect(decideConvergence(flat(0)).verdict).toBe('go');
    expect(decideConvergence(flat(1)).verdict).toBe('go');
    for (const missing of [5, 20, 60]) expect(decideConvergence(flat(missing)).verdict).toBe('undecided');
  });
});
