import type { Score } from '@/lib/domain/score';
import { pythonNumberLiteral, pythonStrip, samePythonNumber } from './python-text';

/**
 * FiNER's published scorer (ACE, finance): tags are compared place by place, lower-cased and stripped; surplus tags
 * are cut, missing ones count as empty. `value` is right tags / all tags, so that summing the parts over records
 * gives the published micro accuracy; `correct` needs every tag.
 *
 * The peer evaluates tags as Python code to compare numbers by value. Here number literals are parsed; nothing runs.
 */
export function scoreFiner(answer: string, expected: string): Score {
  const wanted = tagsOf(expected);
  const given = tagsOf(answer);
  const rightParts = wanted.filter((tag, place) => sameTag(given[place] ?? '', tag)).length;
  const totalParts = wanted.length;
  return { value: rightParts / totalParts, correct: rightParts === totalParts, rightParts, totalParts };
}

/** The parts of a score that was kept as its value: how many tags were right, of how many. */
export function finerParts(value: number, expected: string): Pick<Score, 'rightParts' | 'totalParts'> {
  const totalParts = tagsOf(expected).length;
  return { rightParts: Math.round(value * totalParts), totalParts };
}

function tagsOf(text: string): string[] {
  return text.split(',').map((tag) => pythonStrip(tag.toLowerCase()));
}

function sameTag(given: string, wanted: string): boolean {
  const wantedNumber = pythonNumberLiteral(wanted);
  if (wantedNumber === undefined) return given === wanted;
  // A dollar sign is forgiven only where a number is expected.
  const givenNumber = pythonNumberLiteral(given.replaceAll('$', ''));
  return givenNumber !== undefined && samePythonNumber(givenNumber, wantedNumber);
}
