import { scoreFormula } from '@/lib/evaluation/scorers/formula';
import { microAccuracy } from '@/lib/evaluation/scorers/micro-accuracy';
import { isRefusedByPeer, textField, textsField, throws } from '../case-fields';
import type { GoldenAdapter, GoldenCase } from '../golden-adapter';
import { scoreAnswers } from '../score-answers';

/** Formula's scorer, a record and a list at a time. Exact. */
export const adapter: GoldenAdapter = {
  groups: { hand: record, fuzz: record, aggregate },
};

function record(testCase: GoldenCase) {
  const score = scoreFormula(textField(testCase, 'prediction'), textField(testCase, 'target'));
  return [{ what: 'correct', actual: score.correct, expected: testCase.correct }];
}

function aggregate(testCase: GoldenCase) {
  const scored = () =>
    scoreAnswers({ kind: 'formula' }, textsField(testCase, 'predictions'), textsField(testCase, 'targets'));
  if (isRefusedByPeer(testCase)) return [{ what: 'refused', actual: throws(scored), expected: true }];
  return [{ what: 'accuracy', actual: microAccuracy(scored()), expected: testCase.accuracy }];
}
