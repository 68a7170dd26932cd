import type { Score } from '@/lib/domain/score';
import { pythonFloat } from './python-text';

/**
 * Formula's published scorer (ACE, finance): all commas go, both sides are read as Python floats and must be equal
 * to the last bit; where either cannot be read, the comma-free texts must be equal. No tolerance.
 */
export function scoreFormula(answer: string, expected: string): Score {
  const given = answer.replaceAll(',', '');
  const wanted = expected.replaceAll(',', '');
  const givenNumber = pythonFloat(given);
  const wantedNumber = pythonFloat(wanted);
  // NaN is not equal to itself here either: "nan" never scores.
  const correct =
    givenNumber !== undefined && wantedNumber !== undefined ? givenNumber === wantedNumber : given === wanted;
  return { value: correct ? 1 : 0, correct, rightParts: correct ? 1 : 0, totalParts: 1 };
}
