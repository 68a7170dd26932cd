import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Guardrail } from '@/lib/domain/canary';
import type { AnswerOutcome } from '@/lib/domain/canary-pair';
import { seededRng } from '@/lib/random/seeded-rng';
import { withNumber } from '@/lib/stats/running-sums';
import { canaryPlan } from '@/lib/testing/builders/canary-plan';
import { clusterDifferences } from '@/lib/testing/pair-counts';
import { recountCluster } from './cluster-count';
import { countPairs, countWithLooks, NOT_LOOKED } from './looks';
import { NO_PAIRS, withPair } from './pair-count';
import { NOTHING_TALLIED, readGuardrails, type SettledPair, tallyPairs } from './tally';

const answer = (score: number | null, more: Partial<AnswerOutcome> = {}): AnswerOutcome => ({
  ...{ score, latencyMs: 100, costUsd: 0.01, failure: null },
  ...more,
});
const pair = (incumbent: AnswerOutcome, challenger: AnswerOutcome): SettledPair => ({
  incumbent,
  challenger,
  custom: null,
});
const lost = answer(null, { latencyMs: null, costUsd: null });

describe('the tally of settled pairs', () => {
  it('keeps the table of right and wrong pairs, and lost answers as wrong and missing', () => {
    const { counts, graded, settled } = tallyPairs(
      NOTHING_TALLIED,
      [],
      [
        pair(answer(1), answer(1)),
        pair(answer(1), lost),
        pair(answer(0), answer(1)),
        pair(answer(0), answer(0, { failure: 'timeout' })),
        pair(answer(0.5), answer(1)),
      ],
    );
    expect(counts).toEqual({ both: 1, onlyIncumbent: 1, onlyChallenger: 1, neither: 1 });
    expect(graded).toBe(1);
    expect(settled).toEqual({ pairs: 5, missingIncumbent: 0, missingChallenger: 1 });
  });

  it('asks an answer for its latency, and a failure for none', () => {
    const timed = pair(answer(1), answer(1, { latencyMs: null }));
    const failed = pair(answer(1), answer(null, { failure: 'timeout', latencyMs: null }));
    expect(tallyPairs(NOTHING_TALLIED, [], [timed, failed]).answers).toEqual({ counted: 3, untimed: 1 });
  });

  it('breaks each guardrail on what it is about', () => {
    const guardrails: Guardrail[] = [
      { metric: 'failureRate', name: 'failures', margin: 0.005, whenBroken: 'rollBack' },
      { metric: 'cost', name: 'cost', margin: 0.1, whenBroken: 'rollBack' },
      { metric: 'custom', name: 'politeness', margin: 0.05, whenBroken: 'hold' },
      { metric: 'latencyP95', name: 'slow end', margin: 0.1, whenBroken: 'hold' },
    ];
    const plan = canaryPlan({ guardrails, pairsPlanned: 600 });
    const pairs = Array.from({ length: 600 }, (_, index): SettledPair => {
      const failure = index % 5 === 0 ? 'timeout' : null;
      const challenger = answer(failure ? null : 1, { failure, costUsd: 0.02 });
      return { incumbent: answer(1), challenger, custom: { politeness: [0.9, 0.5 + (index % 2) * 0.1] } };
    });
    const tally = tallyPairs(NOTHING_TALLIED, guardrails, pairs);
    const latencies = {
      incumbentMs: pairs.map((_, index) => 100 + (index % 50)),
      challengerMs: pairs.map((_, index) => 200 + (index % 50)),
      rng: seededRng('tally'),
    };
    const read = (from: typeof latencies | null) =>
      readGuardrails(plan, tally, from).map(({ name, state }) => [name, state]);
    expect(read(null)).toEqual([
      ['failures', 'broken'],
      ['cost', 'broken'],
      ['politeness', 'broken'],
    ]);
    expect(read(latencies).at(-1)).toEqual(['slow end', 'broken']);
  });
});

describe('pairs of one conversation', () => {
  it('come to the same sums whether they are settled together or one after the other', () => {
    const score = fc.constantFrom(-1, -0.5, 0, 0.5, 1);
    const drawn = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), score), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(drawn, (pairs) => {
        let count = NO_PAIRS;
        const sums = new Map<string, ReturnType<typeof withNumber>>();
        for (const [cluster, difference] of pairs) {
          const before = sums.get(cluster);
          const after = withNumber(before ?? { n: 0, sum: 0, sumSquares: 0 }, difference);
          count = before ? recountCluster(count, { before, after }) : withPair(count, difference);
          sums.set(cluster, after);
        }
        const named = pairs.map(([cluster, difference]) => ({ cluster, difference }));
        const atOnce = clusterDifferences(named).reduce(withPair, NO_PAIRS);
        expect(count.differences.n).toBe(atOnce.differences.n);
        expect(count.differences.sum).toBeCloseTo(atOnce.differences.sum, 9);
        expect(count.differences.sumSquares).toBeCloseTo(atOnce.differences.sumSquares, 9);
      }),
    );
  });
});

describe('looks on the way', () => {
  it('are every look that was taken, the last of which decided', () => {
    const plan = canaryPlan({ lookEvery: 100, pairsPlanned: 1000 });
    const moment = { elapsedHours: 0, health: [], guardrails: [] };
    const differences = Array.from({ length: 730 }, (_, index) => (index % 3 === 0 ? -1 : 0));
    const { progress, looks } = countWithLooks(plan, NOT_LOOKED, { differences, moment });
    expect(progress).toEqual(countPairs(plan, NOT_LOOKED, { differences, moment }));
    expect(looks.map(({ verdict }) => verdict.pairs)).toEqual([100, 200]);
    expect(looks.at(-1)?.verdict.kind).toBe('fail');
  });
});
