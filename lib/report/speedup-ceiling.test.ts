import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PowerLawFit } from '@/lib/domain/batch-plan';
import { type IterationWork, laneUtilisation } from './lane-utilisation';
import { type CeilingInput, speedupCeiling } from './speedup-ceiling';

const FIT: PowerLawFit = {
  A: 1000,
  alpha: 0.5,
  alphaLower: 0.4,
  alphaUpper: 0.6,
  r2: 0.99,
  points: 6,
  degenerate: null,
};
const work = (changes: Partial<IterationWork> = {}): IterationWork => ({
  iteration: 0,
  mapMs: 800,
  groupMs: 100,
  combineMs: 100,
  learningMs: 250,
  tainted: false,
  ...changes,
});
const INPUT: CeilingInput = {
  iterations: [work()],
  measurementMs: 0,
  lanes: 9,
  fit: null,
  largestBatch: 64,
  profiledTo: 32,
  hardware: 'H100',
};

describe('the ceiling of a speedup', () => {
  it('R-076: is Amdahl’s, from the share of work that has to be waited for', () => {
    expect(speedupCeiling(INPUT)).toMatchObject({ serialShare: 0.1, ceiling: 1 / (0.1 + 0.9 / 9) });
    expect(speedupCeiling({ ...INPUT, measurementMs: 1000 }).serialShare).toBe(0.55);
  });

  it('R-076: is the fitted law’s where that is lower', () => {
    const lawful = speedupCeiling({ ...INPUT, fit: FIT, largestBatch: 16 });
    expect(lawful).toMatchObject({ byLaw: 4, byWork: 5, ceiling: 4 });
    expect(lawful.sentence).toBe(
      'At most 4.0× with 9 lanes: 10.0 % of the work has to be waited for; the fitted law allows 4.0× at batch size 16.',
    );
  });

  it('R-076: names what would make it wrong, and gives none where nothing is measured', () => {
    const said = (changes: Partial<CeilingInput>) =>
      speedupCeiling({ ...INPUT, ...changes }).invalidatedBy.join(' ');
    expect(said({})).toMatch(/unequal length.*Fewer than 9 calls.*Other models or hardware than H100/);
    expect(said({})).toMatch(/No law/);
    expect(said({ fit: { ...FIT, degenerate: { code: 'r2', value: 0.1, floor: 0.5 } } })).toMatch(
      /not trusted: R² 0\.10/,
    );
    expect(said({ fit: FIT, largestBatch: 65 })).toMatch(/beyond twice the profiled 32/);
    expect(said({ fit: FIT, largestBatch: 64 })).not.toMatch(/extrapolation/);
    expect(speedupCeiling({ ...INPUT, iterations: [] })).toMatchObject({ ceiling: null, serialShare: null });
  });

  it('R-076: uses the law alone where no iteration was measured whole, and says so', () => {
    const iterations = [work({ tainted: true })];
    const lawful = speedupCeiling({ ...INPUT, iterations, fit: FIT, largestBatch: 16 });
    expect(lawful).toMatchObject({ ceiling: 4, byWork: null, serialShare: null });
    expect(lawful.sentence).toBe('At most 4.0× with 9 lanes: the fitted law allows 4.0× at batch size 16.');
  });

  it('never exceeds the lanes, nor falls below one', () => {
    const ms = fc.integer({ min: 0, max: 100_000 });
    fc.assert(
      fc.property(ms, ms, ms, fc.integer({ min: 1, max: 500 }), (mapMs, combineMs, measurementMs, lanes) => {
        const iterations = [work({ mapMs, combineMs })];
        const { byWork } = speedupCeiling({ ...INPUT, iterations, measurementMs, lanes });
        expect(byWork).toBeGreaterThanOrEqual(1 - 1e-9);
        expect(byWork).toBeLessThanOrEqual(lanes + 1e-9);
      }),
    );
  });
});

describe('lane utilisation', () => {
  it('R-072: is busy lane time over lanes and learning time, whole iterations only', () => {
    expect(laneUtilisation([work()], 8)).toBe(0.5);
    expect(laneUtilisation([work(), work({ iteration: 1, learningMs: 1, tainted: true })], 8)).toBe(0.5);
    expect(laneUtilisation([work({ tainted: true })], 8)).toBeNull();
    expect(laneUtilisation([], 8)).toBeNull();
    expect(laneUtilisation([work({ learningMs: 1 })], 8)).toBe(1);
  });
});
