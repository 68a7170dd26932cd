import { describe, expect, it } from 'vitest';
import { seededRng } from '@/lib/random/seeded-rng';
import { CURVE_SHAPES, serialCurve, verdictRates } from '@/lib/testing/serial-curves';
import { CONVERGENCE_DEFAULTS, decideConvergence, type SerialMeasurement } from './convergence';
import { lookConfidence } from './curve-shape';

/** A curve with given means: each example is right from a mean on that is fixed by its own draw, so pairs correlate. */
function curve(means: readonly number[], n: number, flips = 0.01): SerialMeasurement[] {
  const rng = seededRng(`curve-${means.join('-')}-${n}`);
  const thresholds = Array.from({ length: n }, () => rng.nextFloat());
  return means.map((mean, index) => ({
    trainExamplesSeen: index * 25,
    scores: thresholds.map((threshold) => {
      const right = threshold < mean;
      return (rng.nextFloat() < flips ? !right : right) ? 1 : 0;
    }),
  }));
}

const rates = (shape: (typeof CURVE_SHAPES)[number], length = 20) =>
  verdictRates(
    (seen) => decideConvergence(seen).verdict,
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
    const still = Array.from({ length: 15 }, (_, i) => ({ trainExamplesSeen: i, scores }));
    expect(decideConvergence(still)).toMatchObject({ verdict: 'noGo', finding: 'plateauNotAbove' });
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
    const empty = Array.from({ length: 5 }, (_, i) => ({ trainExamplesSeen: i, scores: [] }));
    expect(decideConvergence(empty).verdict).toBe('undecided');
    expect(decideConvergence([]).verdict).toBe('undecided');
  });

  it('R-064 names an alternative wherever it does not say go, and only there', () => {
    for (const shape of CURVE_SHAPES) {
      const seen = serialCurve({ shape, length: 10, heldOut: 200, coins: 0.1 }, seededRng(shape));
      const { verdict, alternatives } = decideConvergence(seen);
      expect(alternatives.length === 0).toBe(verdict === 'go');
    }
  });
});

describe('the looks', () => {
  it('share the chance of an error: all of them together never pass alpha', () => {
    const { alpha } = CONVERGENCE_DEFAULTS;
    expect(lookConfidence(alpha, 1)).toBeCloseTo(0.95, 12);
    let spent = 0;
    for (let look = 1; look <= 1000; look += 1) spent += (1 - lookConfidence(alpha, look)) / 2;
    expect(spent).toBeLessThan(alpha);
    expect(spent).toBeGreaterThan(0.99 * alpha);
  });

  it('widen the bounds', () => {
    const seen = curve([0.6, 0.8, 0.8, 0.8, 0.8], 300);
    const [first, third] = [1, 3].map((look) => decideConvergence(seen, CONVERGENCE_DEFAULTS, look));
    expect(third?.furtherGain?.upper ?? 0).toBeGreaterThan(first?.furtherGain?.upper ?? 1);
    expect(third?.look).toBe(3);
  });
});

/** A small version; `npm run bench -- --only convergence` is the whole. */
describe('R-061 the error rates', () => {
  it.each(['rising', 'plateauAtOriginal', 'riseThenFall', 'slowDrift'] as const)(
    '%s gets a go rarely',
    (shape) => {
      expect(rates(shape).go).toBeLessThanOrEqual(0.05);
    },
  );

  it('a plateau above the original gets a go mostly, and a no-go rarely', () => {
    const { go, noGo } = rates('plateauAbove');
    expect(noGo).toBeLessThanOrEqual(0.1);
    expect(go).toBeGreaterThan(0.6);
  });
});
