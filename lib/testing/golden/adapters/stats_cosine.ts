import { cosine } from '@/lib/stats/cosine';
import { numbersField } from '../case-fields';
import type { Comparison, GoldenAdapter, GoldenCase } from '../golden-adapter';

/** Cosine of two vectors, undefined for the zero vector. */
export const adapter: GoldenAdapter = { groups: { cases: compared } };

function compared(testCase: GoldenCase): Comparison[] {
  return [
    {
      what: 'cosine',
      actual: cosine(numbersField(testCase, 'a'), numbersField(testCase, 'b')),
      expected: testCase.cosine,
    },
  ];
}
