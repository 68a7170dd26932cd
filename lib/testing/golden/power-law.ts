import { sum } from '@/lib/stats/sum';
import { mean, squaredDeviations } from '@/lib/stats/summary';
import { weightedLeastSquares } from '@/lib/stats/weighted-least-squares';

/**
 * Both published fits of T(bs) = A bs^-alpha as the golden vectors state them. The line through the logarithms is fitted
 * by the controller's own least squares; the fit of T itself serves as a reference only.
 */
export interface SizedDelay {
  readonly size: number;
  readonly delay: number;
}

/** Undefined without two different sizes or with a non-positive value. `r2` is undefined when all delays are equal. */
export function fitLogLog(points: readonly SizedDelay[]) {
  if (!points.every(({ size, delay }) => size > 0 && delay > 0)) return undefined;
  const y = points.map(({ delay }) => Math.log(delay));
  const rows = points.map(({ size }) => [1, Math.log(size)]);
  const fit = weightedLeastSquares({ rows, y, weights: points.map(() => 1) });
  if (fit === null) return undefined;
  const [intercept = Number.NaN, slope = Number.NaN] = fit.coefficients;
  const isFlat = y.every((value) => value === y[0]);
  return {
    A: Math.exp(intercept),
    alpha: -slope,
    r2: isFlat ? undefined : 1 - fit.rss / squaredDeviations(y),
    rssLog: fit.rss,
  };
}

const GOLDEN_SECTION = (Math.sqrt(5) - 1) / 2;

/**
 * Least squares of T on A bs^-alpha. For each alpha the best A is a closed form, A(alpha) = sum(T g) / sum(g^2) with
 * g = bs^-alpha, so that only alpha is searched: by golden section, three either side of the line's alpha.
 */
export function fitLeastSquares(points: readonly SizedDelay[]) {
  const line = fitLogLog(points);
  if (line === undefined) return undefined;
  let [low, high] = [line.alpha - 3, line.alpha + 3];
  while (high - low > 1e-11) {
    const span = GOLDEN_SECTION * (high - low);
    if (projected(points, high - span).rss < projected(points, low + span).rss) high = low + span;
    else low = high - span;
  }
  return projected(points, (low + high) / 2);
}

function projected(points: readonly SizedDelay[], alpha: number) {
  const scale = mean(points.map(({ size }) => size)) ?? 1;
  const g = points.map(({ size }) => (size / scale) ** -alpha);
  const A = sum(points.map(({ delay }, i) => delay * (g[i] ?? 0))) / sum(g.map((value) => value * value));
  const rss = sum(points.map(({ delay }, i) => (delay - A * (g[i] ?? 0)) ** 2));
  return { A: A * scale ** alpha, alpha, rss };
}
