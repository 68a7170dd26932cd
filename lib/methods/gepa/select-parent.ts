import type { GepaSettings } from '@/lib/domain/method-settings';
import { PythonIntSet } from '@/lib/random/python-int-set';
import type { Draws } from './draws';
import { drawByFronts, type Fronts } from './pareto';
import { meansOf, type Pool, poolFronts } from './pool';

/** Which candidate of the pool the next proposal rewrites. Knows nothing of minibatches. */
export function selectParent(pool: Pool, rule: GepaSettings['parent'], draws: Draws): number {
  const means = meansOf(pool);
  if (rule.kind === 'currentBest') return firstBest(means);
  if (rule.kind === 'epsilonGreedy') {
    return draws.random() < rule.epsilon ? draws.randrange(means.length) : firstBest(means);
  }
  const fronts = poolFronts(pool);
  const eligible = rule.kind === 'topKPareto' ? amongBest(fronts, means, rule.k) : fronts;
  return drawByFronts(eligible, means, draws) ?? firstBest(means);
}

/** Only fronts that one of the k best holds, and of those only these. Of equal means the earlier one is better. */
function amongBest(fronts: Fronts, means: readonly number[], k: number): Fronts {
  const ranked = [...means.keys()].sort((a, b) => (means[b] ?? 0) - (means[a] ?? 0));
  const best = new PythonIntSet(ranked.slice(0, k));
  return fronts.map((front) => front.intersection(best)).filter((front) => front.size > 0);
}

const firstBest = (means: readonly number[]) => means.indexOf(Math.max(...means));
