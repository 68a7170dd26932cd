import { describe, expect, it } from 'vitest';
import { seededRng } from '@/lib/random/seeded-rng';
import { decideConvergence, type SerialMeasurement } from './convergence';

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

describe('decideConvergence', () => {
  it('gives a go to a plateau above the original prompt', () => {
    const verdict = decideConvergence(curve([0.64, 0.75, 0.82, 0.87, 0.87, 0.87, 0.87], 1000, 0));
    expect(verdict).toMatchObject({ verdict: 'go', alternatives: [] });
  });

  it('refuses a curve that still rises, and says how fast', () => {
    const verdict = decideConvergence(curve([0.6, 0.63, 0.66, 0.7, 0.75, 0.8, 0.85], 1000));
    expect(verdict.verdict).toBe('noGo');
    expect(verdict.reason).toMatch(/No plateau: .*rise by \d/);
  });

  it('refuses a plateau at the original prompt', () => {
    const verdict = decideConvergence(curve([0.64, 0.64, 0.64, 0.64, 0.64, 0.64], 1000, 0));
    expect(verdict).toMatchObject({ verdict: 'noGo' });
    expect(verdict.alternatives.length).toBeGreaterThan(0);
  });

  it('does not take few or noisy measurements for a plateau', () => {
    expect(decideConvergence(curve([0.6, 0.8, 0.8], 300))).toMatchObject({ verdict: 'noGo' });
    expect(decideConvergence(curve([0.6, 0.8, 0.8, 0.8, 0.8], 40, 0.2))).toMatchObject({
      verdict: 'undecided',
    });
  });

  it('says undecided without examples', () => {
    const empty = Array.from({ length: 5 }, (_, i) => ({ trainExamplesSeen: i, scores: [] }));
    expect(decideConvergence(empty).verdict).toBe('undecided');
  });
});
