import type { Reflection } from '@/lib/domain/reflection';
import type { Rng } from '@/lib/random/seeded-rng';
import { hashedNgramVector } from '@/lib/stats/hashed-ngram-embedder';
import { kMeansPlusPlus } from '@/lib/stats/k-means-plus-plus';
import { kMedoids } from '@/lib/stats/k-medoids';
import { squaredDistance } from '@/lib/stats/squared-distance';
import { groupCount } from '../group-count';

/**
 * Top-K retrieval (Combee 4, baselines): of n reflections the aggregator sees K = floor(sqrt(n)), one for each cluster
 * of similar ones. The paper names neither algorithm nor embedding; here: offline vectors, a start by k-means++, then
 * k-medoids on squared distances, so that a representative is the reflection nearest to its cluster's centroid.
 *
 * In the order of the batch. Fewer than K only where fewer than K of the texts differ. The reflections that no cluster
 * is represented by are lost: that is the arm. Costs no call.
 */
export function representatives(reflections: readonly Reflection[], rng: Rng): readonly Reflection[] {
  const vectors = reflections.map(({ text }) => hashedNgramVector(text));
  const distance = (a: number, b: number) => squaredDistance(vectors[a] ?? [], vectors[b] ?? []);
  const points = reflections.length;
  const start = kMeansPlusPlus({
    points,
    k: groupCount(points, null),
    squaredDistance: distance,
    nextFloat: () => rng.nextFloat(),
  });
  const chosen = new Set(kMedoids({ points, start, distance }).medoids);
  return reflections.filter((_, index) => chosen.has(index));
}
