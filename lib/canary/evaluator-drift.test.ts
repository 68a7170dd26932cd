import { describe, expect, it } from 'vitest';
import type { EvaluatorFacts, ProbeReading } from '@/lib/domain/evaluator-probe';
import { seededRng } from '@/lib/random/seeded-rng';
import { checkEvaluator, readProbe } from './evaluator-drift';

const facts = (latest: ProbeReading | null, more: Partial<EvaluatorFacts> = {}): EvaluatorFacts => ({
  ...{ kind: 'judge', answers: 50, isUsed: true },
  latest: latest && { ...latest, at: '2026-11-22T08:00:00.000Z' },
  ...more,
});
const stateOf = (latest: ProbeReading | null, more?: Partial<EvaluatorFacts>) =>
  checkEvaluator(facts(latest, more)).state;

/** n answers, half of them right. */
const halves = (n: number) => Array.from({ length: n }, (_, index) => index % 2);
const reread = (then: readonly number[], change: (score: number, index: number) => number | null) =>
  readProbe(then.map((score, index) => ({ before: score, after: change(score, index) })));

describe('a probe set that is scored again', () => {
  it('is read by hand-worked numbers: the shift in errors of the mean, the chance by paired differences', () => {
    // 16 halves: s = sqrt(16/15)/2 = 0.5164, s.e. = 0.1291. Four of the wrong ones are right now: 0.25 up, 1.936 s.e.
    const reading = reread(halves(16), (score, index) => (index < 8 ? 1 : score));
    expect(reading).toMatchObject({ n: 16, meanThen: 0.5, mean: 0.75 });
    expect(reading?.standardError).toBeCloseTo(0.1291, 4);
    expect(reading?.shift).toBeCloseTo(1.936, 3);
    // Differences: four ones in 16: mean 0.25, s = 0.4472, t = 2.236 at 15 degrees of freedom.
    expect(reading?.p).toBeCloseTo(0.041, 3);
  });

  it('is sound where the scores are the same, and has no chance left where all moved alike', () => {
    expect(reread(halves(50), (score) => score)).toMatchObject({ shift: 0, p: 1 });
    const all = reread(halves(50), (score) => score * 0.9 + 0.2);
    expect(stateOf(all)).toBe('invalid');
    // All right before: one that is wrong now is one step, and no drift.
    const one = reread(Array(50).fill(1), (score, index) => (index === 0 ? 0 : score));
    expect([one?.shift, stateOf(one)]).toEqual([-1, 'sound']);
  });

  it('is no reading where too many of the answers have no score, or the set is too small', () => {
    expect(reread(halves(50), (score, index) => (index < 11 ? null : score))).toBeNull();
    expect(reread(halves(50), (score, index) => (index < 10 ? null : score))?.n).toBe(40);
    expect(reread(halves(9), (score) => score)).toBeNull();
  });

  it('makes hardly a canary invalid by the noise of the judge alone, and finds a drift of 0.2 in nearly all', () => {
    const rng = seededRng('evaluator drift');
    const noisy = (quality: number, noise: number) =>
      Math.min(1, Math.max(0, quality + (rng.nextFloat() + rng.nextFloat() - 1) * noise));
    /** Canaries of three days, 12 readings, with this much noise and this much drift, of which so many are invalid. */
    const invalidOf = (canaries: number, noise: number, drift: number) =>
      Array.from({ length: canaries }).filter(() => {
        const qualities = halves(50).map(() => rng.nextFloat());
        const then = qualities.map((quality) => noisy(quality, noise));
        return Array.from({ length: 12 }).some(
          () =>
            stateOf(reread(then, (_, index) => noisy((qualities[index] ?? 0) - drift, noise))) === 'invalid',
        );
      }).length / canaries;
    for (const noise of [0.1, 0.4, 1]) expect(invalidOf(150, noise, 0)).toBeLessThanOrEqual(0.03);
    expect(invalidOf(50, 0.4, 0.2)).toBeGreaterThan(0.95);
  });
});

describe('the check of the evaluator', () => {
  const at = (shift: number, p: number): ProbeReading => ({
    ...{ n: 50, meanThen: 0.5, mean: 0.5, standardError: 0.05 },
    ...{ shift, p },
  });

  it('is invalid from one standard error on, where it is more than noise, and tells when it was measured', () => {
    expect([stateOf(at(1, 0)), stateOf(at(-1.01, 0))]).toEqual(['sound', 'invalid']);
    expect(stateOf(at(1.5, 0.01))).toBe('waiting');
    expect(checkEvaluator(facts(at(0.2, 0.5))).measuredAt).toBe('2026-11-22T08:00:00.000Z');
  });

  it('is sound for code, and unmeasured where nothing could be or nothing is scored here', () => {
    expect(stateOf(null, { kind: 'code' })).toBe('byDesign');
    expect(checkEvaluator(facts(null, { kind: 'code' })).sentence).toContain('cannot drift');
    expect(stateOf(null, { isUsed: false })).toBe('unmeasured');
    expect(checkEvaluator(facts(null, { kind: 'none' })).sentence).toContain("the team's own");
    expect(stateOf(null, { answers: 9 })).toBe('unmeasured');
    expect(stateOf(null)).toBe('waiting');
    expect(checkEvaluator(null).state).toBe('unmeasured');
  });
});
