import { mean, median, quantile, sampleDeviation, squaredDeviations } from '@/lib/stats/summary';
import { numbersField } from '../case-fields';
import type { Comparison, GoldenAdapter, GoldenCase } from '../golden-adapter';

/** Quantiles, means and deviations. Exact to the last bit. */
export const adapter: GoldenAdapter = { groups: { cases: summary } };

function summary(testCase: GoldenCase): Comparison[] {
  const x = numbersField(testCase, 'x');
  return [
    {
      what: 'quantiles_linear',
      actual: numbersField(testCase, 'q').map((q) => quantile(x, q)),
      expected: testCase.quantiles_linear,
    },
    { what: 'mean', actual: mean(x), expected: testCase.mean },
    { what: 'std_population', actual: populationDeviation(x), expected: testCase.std_population },
    { what: 'std_sample', actual: sampleDeviation(x), expected: testCase.std_sample },
    { what: 'median', actual: median(x), expected: testCase.median },
  ];
}

/** Divides by n: the list is the whole population. */
function populationDeviation(numbers: readonly number[]): number | undefined {
  return numbers.length === 0 ? undefined : Math.sqrt(squaredDeviations(numbers) / numbers.length);
}
