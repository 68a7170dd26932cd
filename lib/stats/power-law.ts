import { sum } from './sum';
import { mean, squaredDeviations } from './summary';

/**
 * Fits T(bs) = A bs^-alpha to measured delays (Combee 3.2), two ways: a straight line through the logarithms, which
 * weighs relative errors, and least squares on T itself, which weighs absolute ones. Knows nothing of batch plans;
 * the controller's weighted fit with a covariate stands in lib/combee.
 */
export interface SizedDelay {
  readonly size: number;
  readonly delay: number;
}

export interface LogLogFit {
  readonly A: number;
  /** Negative when delays rise with the size. */
  readonly alpha: number;
  /** Share of the logarithms' variance that the line explains; undefined when all delays are equal. */
  readonly r2: number | undefined;
  /** Residual sum of squares of log T. */
  readonly rssLog: number;
}

export interface LeastSquaresFit {
  readonly A: number;
  readonly alpha: number;
  /** Residual sum of squares of T. */
  readonly rss: number;
}

/** Ordinary least squares of log T on log bs. Undefined without two different sizes or with a non-positive value. */
export function fitLogLog(points: readonly SizedDelay[]): LogLogFit | undefined {
  if (!points.every(({ size, delay }) => size > 0 && delay > 0 && Number.isFinite(delay))) return undefined;
  const x = points.map(({ size }) => Math.log(size));
  const y = points.map(({ delay }) => Math.log(delay));
  if (!x.some((value) => value !== x[0])) return undefined;
  const meanX = mean(x) ?? 0;
  const meanY = mean(y) ?? 0;
  // slope = Sxy / Sxx; alpha = -slope.
  const sxy = sum(x.map((value, i) => (value - meanX) * ((y[i] ?? 0) - meanY)));
  const slope = sxy / squaredDeviations(x);
  const intercept = meanY - slope * meanX;
  const rssLog = sum(x.map((value, i) => ((y[i] ?? 0) - intercept - slope * value) ** 2));
  const isFlat = y.every((value) => value === y[0]);
  return {
    A: Math.exp(intercept),
    alpha: slope === 0 ? 0 : -slope,
    r2: isFlat ? undefined : 1 - rssLog / squaredDeviations(y),
    rssLog,
  };
}

const STEPS_MAX = 500;

/**
 * Least squares of T on A bs^-alpha, from the log-log fit downhill (Levenberg-Marquardt). For each alpha the best A
 * is a closed form, A(alpha) = sum(T g) / sum(g^2) with g = bs^-alpha (variable projection), so that only alpha is
 * searched and no scaling of A can spoil the steps.
 */
export function fitLeastSquares(points: readonly SizedDelay[]): LeastSquaresFit | undefined {
  const start = fitLogLog(points);
  if (start === undefined) return undefined;
  let best = projected(points, start.alpha);
  let damping = 1e-3;
  for (let step = 0; step < STEPS_MAX && damping < 1e12; step += 1) {
    const { gradient, curvature } = gaussNewton(points, best);
    const move = -gradient / (curvature * (1 + damping));
    if (!Number.isFinite(move)) break;
    const next = projected(points, best.alpha + move);
    if (next.rss < best.rss) {
      const done = Math.abs(move) <= 1e-14 * (1 + Math.abs(best.alpha));
      best = next;
      damping /= 10;
      if (done) break;
    } else {
      damping *= 10;
    }
  }
  return best;
}

function projected(points: readonly SizedDelay[], alpha: number): LeastSquaresFit {
  const g = points.map(({ size }) => size ** -alpha);
  const A = sum(points.map(({ delay }, i) => delay * (g[i] ?? 0))) / sum(g.map((value) => value * value));
  return { A, alpha, rss: sum(points.map(({ delay }, i) => (delay - A * (g[i] ?? 0)) ** 2)) };
}

/**
 * Gradient and Gauss-Newton curvature of rss/2 in alpha at the projected A. The residual is r = T - A g; its
 * derivative A g log(bs) is taken orthogonal to g, since A follows along.
 */
function gaussNewton(points: readonly SizedDelay[], fit: LeastSquaresFit) {
  const g = points.map(({ size }) => size ** -fit.alpha);
  const direct = points.map(({ size }, i) => fit.A * (g[i] ?? 0) * Math.log(size));
  const along = sum(direct.map((value, i) => value * (g[i] ?? 0))) / sum(g.map((value) => value * value));
  const jacobian = direct.map((value, i) => value - along * (g[i] ?? 0));
  const residuals = points.map(({ delay }, i) => delay - fit.A * (g[i] ?? 0));
  return {
    gradient: sum(jacobian.map((value, i) => value * (residuals[i] ?? 0))),
    curvature: sum(jacobian.map((value) => value * value)),
  };
}
