import { describe, expect, it } from 'vitest';
import {
  daysForPairs,
  pairsForPower,
  pairsStillNeeded,
  pairsToHarm,
  passPower,
  smallestMargin,
} from '@/lib/canary/power';
import { seededRng } from '@/lib/random/seeded-rng';
import { unitRadius } from '@/lib/stats/confidence-sequence';
import { canaryPlan } from '@/lib/testing/builders/canary-plan';
import { simulateCanaries } from './simulate-canary';

const plan = canaryPlan();
const discordance = 0.1;
const simulate = (truth: number, of = plan) =>
  simulateCanaries(of, { discordance, truth }, { canaries: 200, rng: seededRng(`operating ${truth}`) });

describe('200 simulated canaries of 6,000 pairs and 60 looks', () => {
  it('promote at most 5 % of the prompts that are exactly on the margin', () => {
    const { ended } = simulate(-0.005);
    expect(ended.pass / 200).toBeLessThanOrEqual(0.05);
    expect(ended.continue).toBe(0);
  });

  it('roll back every prompt that is 5 points worse, long before the end', () => {
    const { ended, pairsMedian } = simulate(-0.05);
    expect(ended.fail).toBe(200);
    expect(pairsMedian).toBeLessThan(2000);
  });

  it('promote at most 5 % on the margin in small plans too', () => {
    const small = { lookEvery: 50, pairsPlanned: 600 };
    expect(simulate(-0.05, canaryPlan({ ...small, margin: 0.05 })).ended.pass).toBeLessThanOrEqual(10);
    expect(simulate(-0.02, canaryPlan({ ...small, margin: 0.02 })).ended.pass).toBeLessThanOrEqual(10);
  });

  it('promote a prompt that is clearly better', () => {
    expect(simulate(0.02).ended.pass).toBeGreaterThan(190);
  });

  it('come out the same again', () => {
    expect(simulate(-0.05)).toEqual(simulate(-0.05));
  });
});

describe('power', () => {
  it('foretells how often the simulation passes', () => {
    for (const truth of [0.005, 0.01]) {
      const foretold = passPower(plan, { discordance, truth });
      expect(Math.abs(simulate(truth).ended.pass / 200 - foretold)).toBeLessThan(0.1);
    }
  });

  it('foretells when a harm is seen', () => {
    const foretold = pairsToHarm(plan, { discordance, truth: -0.05 }) ?? 0;
    expect(Math.abs(simulate(-0.05).pairsMedian - foretold)).toBeLessThan(150);
    expect(pairsToHarm(plan, { discordance, truth: 0 })).toBeNull();
  });

  it('names the pairs that give the power asked for', () => {
    const truth = { discordance, truth: 0 };
    const pairs = pairsForPower(plan, truth, 0.8);
    expect(passPower({ ...plan, pairsPlanned: pairs }, truth)).toBeCloseTo(0.8, 3);
    expect(smallestMargin({ alpha: 0.05, pairsPlanned: pairs }, discordance, 0.8)).toBeCloseTo(0.005, 6);
    expect(pairsForPower(plan, { discordance, truth: -0.005 }, 0.8)).toBe(Number.POSITIVE_INFINITY);
    expect(passPower({ ...plan, pairsPlanned: 100 }, truth)).toBe(0);
  });

  it('foretells the pairs that are still to come', () => {
    const lower = -Math.sqrt(0.1) * unitRadius(1000, { alpha: 0.05, planned: 6000 });
    const more = pairsStillNeeded(plan, { n: 1000, difference: 0, lower }) ?? 0;
    const at = (n: number) => -Math.sqrt(0.1) * unitRadius(n, { alpha: 0.05, planned: 6000 });
    expect(at(1000 + more)).toBeGreaterThanOrEqual(-0.005);
    expect(at(999 + more)).toBeLessThan(-0.005);
    expect(pairsStillNeeded(plan, { n: 1000, difference: 0.02, lower: 0.001 })).toBe(0);
    expect(pairsStillNeeded(plan, { n: 1000, difference: -0.01, lower: -0.03 })).toBeNull();
  });

  it('counts whole days of the team’s own traffic', () => {
    expect(daysForPairs(6000, 100_000, 0.05)).toBe(2);
  });
});
