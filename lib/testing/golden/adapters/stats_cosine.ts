import { squaredDistance } from '@/lib/stats/squared-distance';
import { sum } from '@/lib/stats/sum';
import { numbersField } from '../case-fields';
import { type Comparison, type GoldenAdapter, type GoldenCase, ROUNDING } from '../golden-adapter';

/** Cosine by the distance that diversity is measured with: 1 - d^2 / 2 on unit vectors. The zero vector has none. */
export const adapter: GoldenAdapter = { groups: { cases: compared } };

function compared(testCase: GoldenCase): Comparison[] {
  const a = unit(numbersField(testCase, 'a'));
  const b = unit(numbersField(testCase, 'b'));
  const cosine = a && b && 1 - squaredDistance(a, b) / 2;
  return [{ what: 'cosine', actual: cosine, expected: testCase.cosine, tolerance: ROUNDING }];
}

function unit(vector: readonly number[]): readonly number[] | undefined {
  const length = Math.sqrt(sum(vector.map((value) => value * value)));
  return length === 0 ? undefined : vector.map((value) => value / length);
}
