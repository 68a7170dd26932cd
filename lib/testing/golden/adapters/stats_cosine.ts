import { cosine } from '@/lib/stats/cosine';
import { numbersField } from '../case-fields';
import { type Comparison, type GoldenAdapter, type GoldenCase, ROUNDING } from '../golden-adapter';

/** Cosine of two vectors, undefined for the zero vector. The peer's sums are blocked by its BLAS, ours are compensated. */
export const adapter: GoldenAdapter = { groups: { cases: compared } };

function compared(testCase: GoldenCase): Comparison[] {
  return [
    {
      what: 'cosine',
      actual: cosine(numbersField(testCase, 'a'), numbersField(testCase, 'b')),
      expected: testCase.cosine,
      tolerance: ROUNDING,
    },
  ];
}
