import { describe, expect, it } from 'vitest';
import { seededRng } from '@/lib/random/seeded-rng';
import {
  CURVE_SHAPES,
  measuredOn,
  type SimulatedRun,
  serialRun,
  verdictRates,
} from '@/lib/testing/serial-curves';
import { decideConvergence } from './convergence';
import { CONVERGENCE_DEFAULTS } from './convergence-verdict';
import { askedError } from './curve-shape';
import type { SerialCurve } from './serial-measurements';

/** A curve with given means: each example is right from a mean on that is fixed by its own draw, so pairs correlate. */
function curve(means: readonly number[], n: number, flips = 0.01): SerialCurve {
  const rng = seededRng(`curve-${means.join('-')}-${n}`);
  const thresholds = Array.from({ length: n }, () => rng.nextFloat());
  const measurements = means.map((mean, index) => ({
    trainExamplesSeen: index * 25,
    candidate: `c${index}`,
    scores: thresholds.map((threshold) => {
      const right = threshold < mean;
      return (rng.nextFloat() < flips ? !right : right) ? 1 : 0;
    }),
  }));
  return { measurements, repeats: [], repetitionsMax: 1 };
}

const once = ({ measurements }: SimulatedRun): SerialCurve => ({
  measurements,
  repeats: [],
  repetitionsMax: 1,
});

const rates = (shape: (typeof CURVE_SHAPES)[number], length = 20) =>
  verdictRates(
    (run) => decideConvergence(once(run)).verdict,
    { shape, length, heldOut: 300, coins: 0.02 },
    { curves: 60, rng: seededRng(`test/${shape}`) },
  );

describe('decideConvergence', () => {
  it('R-061 R-062 gives a go to a plateau above the original prompt', () => {
    const verdict = decideConvergence(curve([0.64, 0.75, 0.82, 0.87, 0.87, 0.87, 0.87], 1000, 0));
    expect(verdict).toMatchObject({ verdict: 'go', finding: 'plateauAbove', alternatives: [], window: 4 });
  });

  it('R-061 gives a go where the last five of ten measurements repeat themselves', () => {
    const seeded = [0.67, 0.77, 0.84, 0.877, 0.877, 0.88, 0.89, 0.89, 0.89, 0.89, 0.89];
    expect(decideConvergence(curve(seeded, 300, 0))).toMatchObject({ verdict: 'go', window: 5 });
  });

  it('R-061 refuses a curve that still rises, and says how fast', () => {
    const verdict = decideConvergence(curve([0.6, 0.63, 0.66, 0.7, 0.75, 0.8, 0.85], 1000));
    expect(verdict).toMatchObject({ verdict: 'noGo', finding: 'stillRising' });
    expect(verdict.reason).toMatch(/No plateau yet: .*rises, by \d/);
    expect(verdict.alternatives).toContain('Add serial rollouts until the curve is flat.');
  });

  it('R-061 refuses a curve that falls after its rise', () => {
    const verdict = decideConvergence(curve([0.6, 0.7, 0.8, 0.85, 0.83, 0.81, 0.78, 0.75], 1000));
    expect(verdict).toMatchObject({ verdict: 'noGo', finding: 'falling' });
  });

  it('R-061 takes a hump for no plateau, though it has no trend', () => {
    const verdict = decideConvergence(curve([0.5, 0.8, 0.86, 0.86, 0.8], 1000, 0));
    expect(verdict).toMatchObject({ verdict: 'undecided', finding: 'cannotBeTold' });
    expect(verdict.unevenP).toBeLessThan(0.001);
  });

  it('R-062 refuses a plateau at the original prompt', () => {
    const verdict = decideConvergence(curve([0.64, 0.64, 0.64, 0.64, 0.64, 0.64], 1000, 0));
    expect(verdict).toMatchObject({ verdict: 'noGo', finding: 'plateauNotAbove' });
    expect(verdict.alternatives.length).toBeGreaterThan(0);
  });

  it('R-062 does not take rounding for a gain where nothing changes', () => {
    const scores = [0.1, 0.7, 0.3, 1 / 3];
    const measurements = Array.from({ length: 15 }, (_, i) => ({
      ...{ trainExamplesSeen: i, scores },
      candidate: `c${i}`,
    }));
    const repeats = measurements.flatMap(({ candidate }) =>
      [2, 3, 4].map((repetition) => ({ candidate, repetition, scores })),
    );
    for (const still of [
      { measurements, repeats: [], repetitionsMax: 1 },
      { measurements, repeats, repetitionsMax: 4 },
    ]) {
      expect(decideConvergence(still)).toMatchObject({ verdict: 'noGo', finding: 'plateauNotAbove' });
    }
  });

  it('R-061 does not take few or noisy measurements for a plateau, nor for the lack of one', () => {
    expect(decideConvergence(curve([0.6, 0.8, 0.8], 300))).toMatchObject({
      verdict: 'undecided',
      finding: 'tooFewMeasurements',
    });
    expect(decideConvergence(curve([0.6, 0.8, 0.8, 0.8, 0.8], 40, 0.2))).toMatchObject({
      verdict: 'undecided',
      finding: 'cannotBeTold',
    });
  });

  it('says undecided without measurements and without examples', () => {
    const empty = Array.from({ length: 5 }, (_, i) => ({
      ...{ trainExamplesSeen: i, scores: [] },
      candidate: `c${i}`,
    }));
    for (const measurements of [[], empty]) {
      expect(decideConvergence({ measurements, repeats: [], repetitionsMax: 1 }).verdict).toBe('undecided');
    }
  });

  it('R-064 names an alternative wherever it does not say go, and only there', () => {
    for (const shape of CURVE_SHAPES) {
      const run = serialRun({ shape, length: 10, heldOut: 200, coins: 0.1 }, seededRng(shape));
      const { verdict, alternatives } = decideConvergence(once(run));
      expect(alternatives.length === 0).toBe(verdict === 'go');
    }
  });

  it('never forecasts beyond the ends of the scale', () => {
    for (const means of [
      [0.1, 0.5, 0.6, 0.75, 0.875],
      [0.9, 0.5, 0.4, 0.2, 0.05],
    ]) {
      const steep = curve(means, 40, 0.05);
      const scores = steep.measurements.at(-1)?.scores ?? [];
      const level = scores.reduce<number>((sum, score) => sum + (score ?? 0), 0) / scores.length;
      const { furtherGain, reason } = decideConvergence(steep);
      for (const end of [furtherGain?.lower, furtherGain?.mean, furtherGain?.upper]) {
        expect(end).toBeLessThanOrEqual(1 - level);
        expect(end).toBeGreaterThanOrEqual(-level);
      }
      for (const [, points] of reason.matchAll(/(\d+\.\d) points/g)) {
        expect(Number(points)).toBeLessThanOrEqual(100 * Math.max(level, 1 - level) + 0.05);
      }
    }
  });

  it('shares alpha over the looks: the k-th errs with alpha / (k (k + 1)), all together with less than alpha', () => {
    expect([1, 2, 3].map((look) => Number(askedError(0.05, look).toFixed(5)))).toEqual([
      0.025, 0.00833, 0.00417,
    ]);
    const all = Array.from({ length: 1000 }, (_, k) => askedError(0.05, k + 1)).reduce((a, b) => a + b, 0);
    expect(all).toBeLessThan(0.05);
    const flat = curve([0.6, 0.75, 0.8, 0.8, 0.8, 0.8], 2000, 0.002);
    const halfWidth = (look: number) => {
      const { furtherGain } = decideConvergence(flat, CONVERGENCE_DEFAULTS, look);
      return (furtherGain?.upper ?? 0) - (furtherGain?.lower ?? 0);
    };
    expect(halfWidth(2)).toBeGreaterThan(halfWidth(1));
  });
});

describe('the error rates of the convergence rule', () => {
  it('keep a go for the plateau that is worth it', () => {
    expect(rates('plateauAbove').go).toBeGreaterThan(0.8);
    for (const shape of CURVE_SHAPES.filter((one) => one !== 'plateauAbove')) {
      expect(rates(shape).go, shape).toBeLessThanOrEqual(0.05);
    }
  });

  it('let a flat curve with noisy answers have its go once the diagnosis measures on', () => {
    const spec = { shape: 'plateauAbove', length: 10, heldOut: 300, coins: 0.1 } as const;
    const seeded = { curves: 40, rng: seededRng('test/measured on') };
    const byItself = verdictRates((run) => decideConvergence(once(run)).verdict, spec, seeded);
    const measured = verdictRates((run) => decideConvergence(measuredOn(run, 40)).verdict, spec, seeded);
    expect(byItself.go).toBeLessThan(0.2);
    expect(measured.go).toBeGreaterThan(0.65);
  });
});
