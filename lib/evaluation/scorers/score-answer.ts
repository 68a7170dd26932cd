import { SCORE_ZERO, type Score } from '@/lib/domain/score';
import type { ScoringSpec } from '@/lib/domain/scoring';
import type { FieldFault } from '@/lib/errors/app-error';
import { isExactMatch } from './exact-match';
import { scoreFiner } from './finer';
import { scoreFormula } from './formula';
import { isJsonFieldMatch, jsonPathFault } from './json-field';
import { isWithinTolerance } from './numeric-tolerance';
import { isRegexMatch, regexFault } from './regex';

/**
 * One answer scored by code: same answer, same score, no call. A model judge and evaluators outside are the kinds
 * that are not scored here, which the type says.
 */
export type CodeScoringSpec = Exclude<ScoringSpec, { kind: 'judge' | 'command' | 'http' | 'environment' }>;

const SCORE_ONE: Score = { value: 1, correct: true, rightParts: 1, totalParts: 1 };

export function scoreAnswer(spec: CodeScoringSpec, answer: string, expected: string): Score {
  switch (spec.kind) {
    case 'formula':
      return scoreFormula(answer, expected);
    case 'finer':
      return scoreFiner(answer, expected);
    case 'exactMatch':
      return allOrNothing(isExactMatch(answer, expected, spec));
    case 'numericTolerance':
      return allOrNothing(isWithinTolerance(answer, expected, spec));
    case 'regex':
      return allOrNothing(isRegexMatch(answer, expected, spec));
    case 'jsonField':
      return allOrNothing(isJsonFieldMatch(answer, expected, spec));
  }
}

const allOrNothing = (isRight: boolean): Score => (isRight ? SCORE_ONE : SCORE_ZERO);

const PATTERN_LENGTH_MAX = 2000;
const RUBRIC_LENGTH_MAX = 20_000;

/** Everything that is wrong with a scoring, by field, at once; empty when it can be used. */
export function validateScoring(spec: ScoringSpec): FieldFault[] {
  switch (spec.kind) {
    case 'numericTolerance':
      return (['absolute', 'relative'] as const)
        .filter((field) => !(Number.isFinite(spec[field]) && spec[field] >= 0))
        .map((field) => ({ path: field, message: 'A tolerance is a number of at least 0.' }));
    case 'regex': {
      if (spec.pattern === '') return [{ path: 'pattern', message: 'Give a pattern to look for.' }];
      if (spec.pattern.length > PATTERN_LENGTH_MAX)
        return [{ path: 'pattern', message: `A pattern has at most ${PATTERN_LENGTH_MAX} characters.` }];
      const fault = regexFault(spec.pattern.split('{{expected}}').join(''), spec.flags);
      return fault === undefined ? [] : [fault];
    }
    case 'jsonField':
      return (['path', 'expectedPath'] as const).flatMap((field) => {
        const message = jsonPathFault(spec[field]);
        return message === undefined ? [] : [{ path: field, message }];
      });
    case 'judge':
      return judgeFaults(spec.rubric);
    default:
      return [];
  }
}

function judgeFaults(rubric: string): FieldFault[] {
  if (rubric.trim() === '') return [{ path: 'rubric', message: 'Say what the judge is to look for.' }];
  if (rubric.length <= RUBRIC_LENGTH_MAX) return [];
  return [{ path: 'rubric', message: `A rubric has at most ${RUBRIC_LENGTH_MAX} characters.` }];
}
