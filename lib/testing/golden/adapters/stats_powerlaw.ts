import { marginalReduction, plateauBatchSize } from '@/lib/stats/plateau-batch-size';
import { numberField, numbersField } from '../case-fields';
import type { Comparison, GoldenAdapter, GoldenCase } from '../golden-adapter';
import { fitLeastSquares, fitLogLog } from '../power-law';

/**
 * Both fits of T = A bs^-alpha and the plateau. Relative 1e-6 for the log-log fit and the plateau, 1e-4 for least
 * squares. A perfect fit leaves residuals that are nothing but rounding, so those also get room on the data's scale.
 */
export const adapter: GoldenAdapter = { groups: { fits: fit, edge: fit, plateau } };

const LOG_LOG = { relative: 1e-6, absolute: 1e-9 };
const LEAST_SQUARES = 1e-4;

function fit(testCase: GoldenCase): Comparison[] {
  const delays = numbersField(testCase, 'delays');
  const points = numbersField(testCase, 'batch_sizes').map((size, i) => ({
    size,
    delay: delays[i] ?? Number.NaN,
  }));
  const logLog = fitLogLog(points);
  const comparisons: Comparison[] = [
    {
      what: 'loglog',
      actual: logLog && { A: logLog.A, alpha: logLog.alpha, r2: logLog.r2, rss_log: logLog.rssLog },
      expected: testCase.loglog,
      tolerance: LOG_LOG,
    },
  ];
  if ('least_squares' in testCase) {
    const squared = delays.reduce((total, delay) => total + delay * delay, 0);
    comparisons.push({
      what: 'least_squares',
      actual: withoutRss(fitLeastSquares(points)),
      expected: withoutRss(testCase.least_squares),
      tolerance: { relative: LEAST_SQUARES, absolute: 1e-9 },
    });
    comparisons.push({
      what: 'least_squares.rss',
      actual: rssOf(fitLeastSquares(points)),
      expected: rssOf(testCase.least_squares),
      tolerance: { relative: LEAST_SQUARES, absolute: 1e-12 * squared },
    });
  }
  if ('plateau_bs_from_loglog' in testCase) {
    const { A = Number.NaN, alpha = Number.NaN } = logLog ?? {};
    comparisons.push({
      what: 'plateau_bs_from_loglog',
      actual: plateauBatchSize(A, alpha, numberField(testCase, 'tau')),
      expected: testCase.plateau_bs_from_loglog,
      tolerance: LOG_LOG,
    });
  }
  return comparisons;
}

function plateau(testCase: GoldenCase): Comparison[] {
  const A = numberField(testCase, 'A');
  const alpha = numberField(testCase, 'alpha');
  const size = plateauBatchSize(A, alpha, numberField(testCase, 'tau'));
  const marginal = size === undefined ? undefined : marginalReduction(A, alpha, size);
  return [
    { what: 'plateau_bs', actual: size, expected: testCase.plateau_bs, tolerance: { relative: 1e-6 } },
    {
      what: 'marginal_reduction_at_plateau',
      actual: marginal,
      expected: testCase.marginal_reduction_at_plateau,
      tolerance: { relative: 1e-6 },
    },
  ];
}

function withoutRss(fitted: unknown): unknown {
  if (typeof fitted !== 'object' || fitted === null) return fitted;
  return Object.fromEntries(Object.entries(fitted).filter(([name]) => name !== 'rss'));
}

function rssOf(fitted: unknown): unknown {
  return typeof fitted === 'object' && fitted !== null && 'rss' in fitted ? fitted.rss : undefined;
}
