import { invariant } from '@/lib/errors/invariant';
import { type Interval, Z_95 } from './wilson';

/** Below this many pairs Fisher's z has no spread to speak of. */
const PAIRS_MIN = 4;

/**
 * 95 % interval of Spearman's rho over n pairs: Fisher's z = atanh(rho) with the standard error of Bonett and Wright,
 * sqrt((1 + rho^2 / 2) / (n - 3)), which suits ranks better than Pearson's 1 / sqrt(n - 3).
 *
 * Ties: a vector of few distinct values carries less order than its length says. Of the variance that n untied ranks
 * would have, ties leave the share C = 1 - sum(t^3 - t) / (n^3 - n) over its tied runs of length t. The n - 3 above
 * is therefore multiplied by sqrt(Cx Cy): a right-or-wrong judge gets a wider interval than one with fine grades.
 *
 * A rho of exactly 1 has no finite z; it is taken one swap of neighbours short of it, 1 - 12 / (n^3 - n).
 */
export function spearmanInterval(
  rho: number,
  x: readonly number[],
  y: readonly number[],
): Interval | undefined {
  invariant(x.length === y.length, 'Two judges of one sample give equally many scores.');
  const n = x.length;
  if (n < PAIRS_MIN) return undefined;
  const limit = 1 - 12 / (n ** 3 - n);
  const z = Math.atanh(Math.max(-limit, Math.min(limit, rho)));
  const effective = (n - 3) * Math.sqrt(orderLeft(x) * orderLeft(y));
  if (effective <= 0) return undefined;
  const half = Z_95 * Math.sqrt((1 + (rho * rho) / 2) / effective);
  return {
    lower: rho <= -1 ? -1 : Math.tanh(z - half),
    upper: rho >= 1 ? 1 : Math.tanh(z + half),
  };
}

/** C: 1 without ties, 0 for a constant vector. */
function orderLeft(numbers: readonly number[]): number {
  const runs = new Map<number, number>();
  for (const value of numbers) runs.set(value, (runs.get(value) ?? 0) + 1);
  const n = numbers.length;
  const tied = [...runs.values()].reduce((sum, t) => sum + (t ** 3 - t), 0);
  return 1 - tied / (n ** 3 - n);
}
