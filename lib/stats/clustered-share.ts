/**
 * A share of right trials that come in clusters, such as the tasks of one scenario, with its 95 % interval.
 *
 *     variance   c / (c - 1) * sum over clusters of (right - share * size)^2 / n^2
 *     n_eff      share (1 - share) / variance * (t(n - 1) / t(c - 1))^2, at most n
 *     interval   Clopper's and Pearson's on n_eff
 *
 * (Korn and Graubard 1998.) Exact where each cluster is one trial. Where all trials agree the variance is 0 and says
 * nothing: each cluster then counts once. O(n).
 */
import { clopperPearsonInterval } from './binomial';
import { tCritical } from './student-t';
import type { Interval } from './wilson';

export interface Cluster {
  readonly right: number;
  readonly size: number;
}

/** Null for fewer than two clusters. */
export function clusteredShareInterval(clusters: readonly Cluster[]): Interval | null {
  const c = clusters.length;
  if (c < 2) return null;
  const n = clusters.reduce((sum, { size }) => sum + size, 0);
  const share = clusters.reduce((sum, { right }) => sum + right, 0) / n;
  const effective = n === c ? n : effectiveSize(clusters, n, share);
  return clopperPearsonInterval(share * effective, effective) ?? null;
}

function effectiveSize(clusters: readonly Cluster[], n: number, share: number): number {
  const c = clusters.length;
  const squares = clusters.reduce((sum, { right, size }) => sum + (right - share * size) ** 2, 0);
  if (share === 0 || share === 1 || squares === 0) return c;
  const variance = ((c / (c - 1)) * squares) / n ** 2;
  const fewClusters = (tCritical(0.95, n - 1) / tCritical(0.95, c - 1)) ** 2;
  return Math.min(n, ((share * (1 - share)) / variance) * fewClusters);
}
