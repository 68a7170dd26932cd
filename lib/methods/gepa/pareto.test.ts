import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PythonIntSet } from '@/lib/random/python-int-set';
import { seededRng } from '@/lib/random/seeded-rng';
import { seededDraws } from './draws';
import { frontsOf, type SelectionScores } from './frontier';
import { drawByFronts, frontCounts, undominated, undominatedFronts } from './pareto';
import { addToPool, bestMember, emptyPool, meansOf, type Pool, poolFronts } from './pool';
import { selectParent } from './select-parent';

const EXAMPLES = 4;
const score = fc.constantFrom(0, 0.25, 0.5, 1);
/** Every candidate measured on every example, with two objectives. */
const measured: fc.Arbitrary<SelectionScores> = fc
  .array(fc.record({ score, speed: score, tone: score }), { minLength: EXAMPLES, maxLength: EXAMPLES })
  .map((examples) => ({
    scores: new Map(examples.map((one, index) => [index, one.score])),
    objectives: new Map(examples.map(({ speed, tone }, index) => [index, { speed, tone }])),
  }));
const kind = fc.constantFrom(
  'instance' as const,
  'objective' as const,
  'hybrid' as const,
  'cartesian' as const,
);
const pool: fc.Arbitrary<Pool> = fc
  .tuple(kind, fc.array(measured, { minLength: 1, maxLength: 12 }))
  .map(([frontier, all]) => {
    const grown = emptyPool(frontier);
    all.forEach((one, index) => {
      const parents = index === 0 ? [] : [index - 1];
      addToPool(grown, { components: new Map([['', `${index}`]]), parents, discoveredAt: 0, measured: one });
    });
    return grown;
  });

describe('the frontier', () => {
  it('holds for each key all candidates of the best value there, and no others', () => {
    fc.assert(
      fc.property(pool, (grown) => {
        for (const { key, members } of frontsOf(grown.frontier, grown.kind)) {
          const values = grown.members.map((member) => {
            if (key.kind === 'instance') return member.scores.get(key.example) ?? 0;
            const one = [...member.objectives.values()].map((objectives) => objectives[key.objective] ?? 0);
            if (key.kind === 'objective') return one.reduce((sum, value) => sum + value, 0) / one.length;
            return one[key.example] ?? 0;
          });
          const best = Math.max(...values);
          const holders = values.flatMap((value, index) => (value === best ? [index] : []));
          expect([...members].sort((a, b) => a - b)).toEqual(holders);
        }
      }),
    );
  });

  it('has as many keys as its kind says', () => {
    fc.assert(
      fc.property(pool, (grown) => {
        const keys = { instance: 4, objective: 2, hybrid: 6, cartesian: 8 }[grown.kind];
        expect(poolFronts(grown)).toHaveLength(keys);
      }),
    );
  });

  it('falls back to the examples where the evaluator gives no further objectives', () => {
    const grown = emptyPool('cartesian');
    const scores = new Map([[0, 1]]);
    addToPool(grown, {
      components: new Map(),
      parents: [],
      discoveredAt: 0,
      measured: { scores, objectives: new Map() },
    });
    expect(frontsOf(grown.frontier, 'cartesian').map(({ key }) => key)).toEqual([
      { kind: 'instance', example: 0 },
    ]);
  });
});

describe('removing the dominated', () => {
  it('leaves a member in every front, and no candidate that is still dominated', () => {
    fc.assert(
      fc.property(pool, (grown) => {
        const fronts = poolFronts(grown);
        const reduced = undominatedFronts(fronts, meansOf(grown));
        expect(reduced.every((front) => front.size > 0)).toBe(true);
        const kept = new Set(undominated(fronts, meansOf(grown)));
        for (const index of kept) {
          const own = fronts.filter((front) => front.has(index));
          expect(own.some((front) => ![...front].some((other) => other !== index && kept.has(other)))).toBe(
            true,
          );
        }
      }),
    );
  });

  it('draws each as often as it holds fronts', () => {
    const fronts = [[0, 1], [1], [1], [2]].map((members) => new PythonIntSet(members));
    const means = [0.2, 0.9, 0.3];
    expect([...frontCounts(undominatedFronts(fronts, means))]).toEqual([
      [1, 3],
      [2, 1],
    ]);
    const draws = seededDraws(seededRng('fronts'));
    const drawn = Array.from({ length: 4000 }, () => drawByFronts(fronts, means, draws));
    const share = drawn.filter((index) => index === 1).length / drawn.length;
    expect(share).toBeGreaterThan(0.72);
    expect(share).toBeLessThan(0.78);
  });
});

describe('choosing a parent', () => {
  const draws = () => seededDraws(seededRng('parents'));

  it('takes only whom its rule allows', () => {
    fc.assert(
      fc.property(pool, (grown) => {
        const means = meansOf(grown);
        const kept = undominated(poolFronts(grown), means);
        expect(kept).toContain(selectParent(grown, { kind: 'pareto' }, draws()));
        expect(means[selectParent(grown, { kind: 'currentBest' }, draws())]).toBe(Math.max(...means));
        const greedy = selectParent(grown, { kind: 'epsilonGreedy', epsilon: 0 }, draws());
        expect(greedy).toBe(selectParent(grown, { kind: 'currentBest' }, draws()));
        const any = selectParent(grown, { kind: 'epsilonGreedy', epsilon: 1 }, draws());
        expect(grown.members[any]).toBeDefined();
        const ranked = [...means].sort((a, b) => b - a);
        const topK = selectParent(grown, { kind: 'topKPareto', k: 3 }, draws());
        expect(means[topK] ?? 0).toBeGreaterThanOrEqual(ranked[Math.min(2, ranked.length - 1)] ?? 0);
      }),
    );
  });
});

describe('the best of a pool', () => {
  it('has the highest mean; of equals the one measured on more, then the first', () => {
    const grown = emptyPool('instance');
    const enter = (scores: readonly number[]) =>
      addToPool(grown, {
        components: new Map(),
        parents: [],
        discoveredAt: 0,
        measured: { scores: new Map(scores.entries()), objectives: new Map() },
      });
    enter([0.5]);
    enter([0.5, 0.5]);
    enter([1, 0]);
    enter([0.25, 0.25]);
    expect(bestMember(grown).index).toBe(1);
  });
});
