import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GuardrailReading, HealthFinding } from '@/lib/domain/canary';
import { canaryPlan } from '@/lib/testing/builders/canary-plan';
import { clusterDifferences, countOf } from '@/lib/testing/pair-counts';
import { countPairs, isDecided, look, NOT_LOOKED } from './looks';
import { differenceOf, NO_PAIRS, withPair } from './pair-count';
import { decideVerdict, hasEnded, type LookFacts } from './verdict';

const plan = canaryPlan();
const facts = (
  onlyChallenger: number,
  onlyIncumbent: number,
  changed: Partial<LookFacts> = {},
): LookFacts => ({
  count: countOf({
    both: 5000,
    neither: 1000 - onlyChallenger - onlyIncumbent,
    onlyChallenger,
    onlyIncumbent,
  }),
  isEnd: true,
  health: [],
  guardrails: [],
  ...changed,
});
const kindOf = (...args: Parameters<typeof facts>) => decideVerdict(plan, facts(...args)).kind;
const invalid: HealthFinding = { check: 'sampleRatio', state: 'invalid', sentence: 'The split is off.' };
const quiet: HealthFinding = { check: 'noTraffic', state: 'quiet', sentence: 'Nothing came.' };
const guardrail = (
  state: GuardrailReading['state'],
  whenBroken: GuardrailReading['whenBroken'] = 'rollBack',
): GuardrailReading => ({
  name: 'cost',
  whenBroken,
  state,
  worse: 0,
  lower: 0,
  upper: 0,
  margin: 0.1,
  sentence: 'Cost.',
});
const counts = fc.tuple(fc.nat(500), fc.nat(500));

describe('the verdict', () => {
  it('passes what is proven within the margin, at the end only', () => {
    expect(kindOf(200, 100)).toBe('pass');
    expect(kindOf(200, 100, { isEnd: false })).toBe('continue');
  });

  it('calls a pass better only where its lower bound is above zero', () => {
    const said = (...args: Parameters<typeof facts>) =>
      decideVerdict(plan, facts(...args)).reasons.map(({ sentence }) => sentence);
    expect(said(450, 20)).toEqual([
      expect.stringMatching(/^At least \d\.\d points better, so the margin of 0\.5 points is kept\.$/),
    ]);
    expect(said(160, 130)).toEqual([
      expect.stringMatching(/^At worst 0\.\d points worse, within the margin of 0\.5 points\.$/),
    ]);
  });

  it('fails a proven harm at any look', () => {
    expect(kindOf(20, 300)).toBe('fail');
    expect(kindOf(20, 300, { isEnd: false })).toBe('fail');
  });

  it('is inconclusive where the end proves neither, and says what is missing', () => {
    const just = decideVerdict(plan, facts(150, 150));
    expect(just.kind).toBe('inconclusive');
    expect(just.reasons.map(({ code }) => code)).toEqual(['notProven']);
    // 35 pairs of 6,000 worse: beyond the half point, and not yet proven so.
    expect(decideVerdict(plan, facts(130, 165)).reasons.map(({ code }) => code)).toEqual(['belowMargin']);
    expect(decideVerdict(plan, facts(10, 10)).reasons.map(({ code }) => code)).toEqual(['discordantMissing']);
    const few = decideVerdict(plan, { ...facts(0, 0), count: NO_PAIRS });
    expect(few.reasons.map(({ code }) => code)).toEqual(['pairsMissing']);
    expect([few.lower, few.upper]).toEqual([null, null]);
  });

  it('never passes against a health check or a guardrail', () => {
    fc.assert(
      fc.property(counts, ([wins, losses]) => {
        expect(kindOf(wins, losses, { health: [invalid] })).toBe('invalid');
        expect(kindOf(wins, losses, { health: [quiet] })).not.toBe('pass');
        for (const state of ['broken', 'open', 'unmeasured'] as const) {
          expect(kindOf(wins, losses, { guardrails: [guardrail(state)] })).not.toBe('pass');
          expect(kindOf(wins, losses, { guardrails: [guardrail(state, 'hold')] })).not.toBe('pass');
        }
      }),
    );
    expect(kindOf(200, 100, { guardrails: [guardrail('broken')], isEnd: false })).toBe('fail');
    expect(kindOf(200, 100, { guardrails: [guardrail('broken', 'hold')] })).toBe('inconclusive');
    expect(kindOf(200, 100, { guardrails: [guardrail('kept')] })).toBe('pass');
  });

  it('passes only where the literal rule and the sequence both say so', () => {
    fc.assert(
      fc.property(counts, fc.boolean(), ([wins, losses], isEnd) => {
        const verdict = decideVerdict(plan, facts(wins, losses, { isEnd }));
        if (verdict.kind !== 'pass') return;
        expect(isEnd).toBe(true);
        expect(verdict.difference).toBeGreaterThanOrEqual(-plan.margin);
        expect(verdict.lower).toBeGreaterThanOrEqual(-plan.margin);
      }),
    );
  });

  it('never gets worse by one more win in place of a loss', () => {
    const order = ['fail', 'inconclusive', 'pass'];
    fc.assert(
      fc.property(fc.integer({ min: 15, max: 485 }), fc.integer({ min: 16, max: 485 }), (wins, losses) => {
        const before = order.indexOf(kindOf(wins, losses));
        expect(order.indexOf(kindOf(wins + 1, losses - 1))).toBeGreaterThanOrEqual(before);
      }),
    );
  });
});

describe('pairs', () => {
  it('count a lost or failed answer as 0 and keep its pair', () => {
    expect(differenceOf({ incumbent: 1, challenger: null })).toBe(-1);
    expect(differenceOf({ incumbent: null, challenger: 0.5 })).toBe(0.5);
    expect(differenceOf({ incumbent: null, challenger: null })).toBe(0);
  });

  it('come to the same one by one and as four counts', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(-1, 0, 1)), (differences) => {
        const of = (d: number) => differences.filter((each) => each === d).length;
        const four = { both: of(0), neither: 0, onlyChallenger: of(1), onlyIncumbent: of(-1) };
        expect(differences.reduce(withPair, NO_PAIRS)).toEqual(countOf(four));
      }),
    );
  });

  it('of one conversation are one pair', () => {
    const pairs = [
      { cluster: 'a', difference: 1 },
      { cluster: 'a', difference: 0 },
      { cluster: 'b', difference: -1 },
    ];
    expect(clusterDifferences(pairs)).toEqual([0.5, -1]);
  });
});

describe('looks', () => {
  const moment = { elapsedHours: 1, health: [], guardrails: [] };

  it('end the same however the pairs are portioned', () => {
    const pairs = fc.array(fc.constantFrom(-1, -1, 0, 0, 0, 0, 0, 1), { minLength: 1000, maxLength: 1500 });
    fc.assert(
      fc.property(pairs, fc.integer({ min: 1, max: 700 }), (differences, portion) => {
        const atOnce = countPairs(plan, NOT_LOOKED, { differences, moment });
        let parts = NOT_LOOKED;
        for (let from = 0; from < differences.length; from += portion)
          parts = countPairs(plan, parts, { differences: differences.slice(from, from + portion), moment });
        expect(parts).toEqual(atOnce);
      }),
      { numRuns: 20 },
    );
  });

  it('stop counting once it is decided', () => {
    const failed = countPairs(plan, NOT_LOOKED, { differences: Array(400).fill(-1), moment });
    // No spread at all below: the sequence is as narrow as a point, and the first trusted look ends it.
    expect([failed.latest?.kind, failed.count.differences.n]).toEqual(['fail', 200]);
    expect(countPairs(plan, failed, { differences: [1, 1], moment })).toBe(failed);
    expect(look(plan, failed, moment)).toBe(failed);
    expect(isDecided(NOT_LOOKED)).toBe(false);
  });

  it('end when the window is over, or with the planned pairs after a day', () => {
    const two = canaryPlan({ windowHours: 48 });
    expect(hasEnded(two, { pairs: 6000, elapsedHours: 23 })).toBe(false);
    expect(hasEnded(two, { pairs: 6000, elapsedHours: 24 })).toBe(true);
    expect(hasEnded(two, { pairs: 10, elapsedHours: 47 })).toBe(false);
    expect(hasEnded(two, { pairs: 10, elapsedHours: 48 })).toBe(true);
    expect(look(plan, NOT_LOOKED, { ...moment, elapsedHours: 24 }).latest?.kind).toBe('inconclusive');
  });
});
