import { clopperPearsonInterval, signTestP } from '@/lib/stats/binomial';
import { mean, quantile, sampleDeviation } from '@/lib/stats/summary';
import { type Interval, wilsonInterval } from '@/lib/stats/wilson';
import { listField, numberField, numbersField } from '../case-fields';
import type { Comparison, GoldenAdapter, GoldenCase } from '../golden-adapter';
import { signFlipP } from '../sign-flip';

/** Intervals and exact tests: resampling by given indices, paired tests, shares. Absolute 1e-9. */
export const adapter: GoldenAdapter = {
  groups: { bootstrap_given_indices: bootstrap, paired, proportion, mcnemar },
};

function bootstrap(testCase: GoldenCase): Comparison[] {
  const resamples = listField(testCase, 'resample_indices').map((_, index, all) =>
    numbersField({ id: testCase.id, indices: all[index] }, 'indices'),
  );
  const x = numbersField(testCase, 'x');
  const centre = mean(x) ?? Number.NaN;
  const means = resamples.map(
    (indices) => mean(indices.map((index) => x[index] ?? Number.NaN)) ?? Number.NaN,
  );
  const lower = quantile(means, 0.025) ?? Number.NaN;
  const upper = quantile(means, 0.975) ?? Number.NaN;
  return compared(testCase, {
    means_first5: means.slice(0, 5),
    mean: centre,
    se: sampleDeviation(means),
    percentile_95: [lower, upper],
    basic_95: [2 * centre - upper, 2 * centre - lower],
  });
}

/** The peer's differences are a - b. */
function paired(testCase: GoldenCase): Comparison[] {
  const a = numbersField(testCase, 'a');
  const b = numbersField(testCase, 'b');
  const differences = a.map((value, i) => value - (b[i] ?? Number.NaN));
  return compared(testCase, {
    mean_difference: mean(differences),
    exact_sign_flip_p: signFlipP(differences),
    sign_test_p: signTestP(
      differences.filter((difference) => difference > 0).length,
      differences.filter((difference) => difference < 0).length,
    ),
  });
}

function proportion(testCase: GoldenCase): Comparison[] {
  const successes = numberField(testCase, 'successes');
  const n = numberField(testCase, 'n');
  return compared(testCase, {
    wilson_95: ends(wilsonInterval(successes, n)),
    clopper_pearson_95: ends(clopperPearsonInterval(successes, n)),
  });
}

function mcnemar(testCase: GoldenCase): Comparison[] {
  const p = signTestP(numberField(testCase, 'only_a_right'), numberField(testCase, 'only_b_right'));
  return compared(testCase, { mcnemar_exact_p: p });
}

function compared(testCase: GoldenCase, actual: Readonly<Record<string, unknown>>): Comparison[] {
  return Object.entries(actual).map(([what, value]) => ({
    what,
    actual: value,
    expected: testCase[what],
    tolerance: { absolute: 1e-9 },
  }));
}

function ends(interval: Interval | undefined): readonly number[] | undefined {
  return interval && [interval.lower, interval.upper];
}
