import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RunManifest } from '@/lib/domain/manifest';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { basisSentence, budgetFloor, intakeAmounts } from './intake-estimate';
import type { EstimateBasis } from './sweep-estimate';

const call = { tokensIn: 1000, tokensOut: 100, delayMs: 2000 };
const basis = (runs: number): EstimateBasis => ({
  answer: call,
  reflect: call,
  aggregate: call,
  runs,
  rollouts: null,
});
const given = buildManifest();
const NO_CAPS = { ...given.budget, rollouts: null, tokens: null, usd: null, wallMs: null };
const base: RunManifest = {
  ...given,
  epochs: 2,
  budget: NO_CAPS,
  evaluation: { split: 'heldOut', everyExamples: 10 },
  split: { ...given.split, counts: { train: 100, selection: 0, heldOut: 50, confirmation: 0 } },
  batch: { kind: 'static', size: 5, reason: 'For the test alone.' },
};
const amounts = (runs: number, changes: Partial<RunManifest> = {}) =>
  intakeAmounts({ base: { ...base, ...changes }, basis: basis(runs), isPriced: true });

describe('what a set-up will take', () => {
  it('is a range: half to double where no run was measured, and that of the batch sizes where one was', () => {
    const [assumed, measured] = [amounts(0), amounts(3)];
    expect(measured.tokens.low).toBe(measured.tokens.high);
    expect(assumed.tokens).toEqual({ low: measured.tokens.low / 2, high: measured.tokens.high * 2 });
    expect(basisSentence(basis(0), 8)).toContain('half to double, since no run');
    expect(basisSentence(basis(1), 8)).toContain('as in 1 ended run of this task');
  });

  it('has no dollars without prices, and no GPU-seconds without a profile', () => {
    expect(intakeAmounts({ base, basis: basis(1), isPriced: false }).usd).toBeNull();
    expect(amounts(1).gpuSeconds).toBeNull();
  });

  it('never goes past a hard cap on rollouts, and takes that share of the rest', () => {
    const whole = amounts(1);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), (cap) => {
        const cut = amounts(1, { budget: { ...NO_CAPS, rollouts: cap } });
        const share = Math.min(1, cap / whole.rollouts.high);
        expect(cut.rollouts.high).toBeLessThanOrEqual(cap);
        expect(cut.tokens.high).toBeCloseTo(whole.tokens.high * share, 6);
      }),
    );
  });
});

describe('the floor of a budget (R-044)', () => {
  const floor = (runs: number, budget: Partial<RunManifest['budget']>, changes: Partial<RunManifest> = {}) =>
    budgetFloor({ base: { ...base, ...changes }, basis: basis(runs) }, { ...NO_CAPS, ...budget });

  it('is one iteration and its measurement, counted in rollouts', () => {
    expect(floor(0, { rollouts: 9 })).toMatchObject([{ name: 'rollouts', needed: 10, isRefused: true }]);
    expect(floor(0, { rollouts: 10 })).toMatchObject([{ isReached: true, isRefused: false }]);
    expect(floor(0, {})).toEqual([]);
  });

  it('refuses no budget for rounds that only might be needed', () => {
    const { method } = base;
    if (method.name !== 'ace') throw new Error('The builder makes a run of ACE.');
    const rounds = { method: { ...method, maxRounds: 5 } };
    expect(floor(0, { rollouts: 10 }, rounds)).toMatchObject([{ needed: 10, isRefused: false }]);
  });

  it('says an estimated part and refuses it only where it was measured', () => {
    expect(floor(0, { tokens: 1 })).toMatchObject([{ isReached: false, isRefused: false }]);
    expect(floor(2, { tokens: 1 })).toMatchObject([{ isReached: false, isRefused: true }]);
  });
});
