import { scoreFiner } from '@/lib/evaluation/scorers/finer';
import { microAccuracy } from '@/lib/evaluation/scorers/micro-accuracy';
import { pythonNumberLiteral } from '@/lib/evaluation/scorers/python-text';
import { isRefusedByPeer, textField, textsField, throws } from '../case-fields';
import type { GoldenAdapter, GoldenCase } from '../golden-adapter';
import { scoreAnswers } from '../score-answers';

/** FiNER's scorer, a record and a list at a time. Exact, but for tags that only running them as code makes equal. */
export const adapter: GoldenAdapter = {
  groups: { hand: record, fuzz: record, numeric_eval: record, aggregate },
  excuses: [{ defect: 'finerEvaluatesModelText', applies: (_, testCase) => holdsExpression(testCase) }],
};

function record(testCase: GoldenCase) {
  const score = scoreFiner(textField(testCase, 'prediction'), textField(testCase, 'target'));
  return [
    { what: 'correct', actual: score.rightParts, expected: testCase.correct },
    { what: 'total', actual: score.totalParts, expected: testCase.total },
    { what: 'all_correct', actual: score.correct, expected: testCase.all_correct },
  ];
}

function aggregate(testCase: GoldenCase) {
  const scored = () =>
    scoreAnswers({ kind: 'finer' }, textsField(testCase, 'predictions'), textsField(testCase, 'targets'));
  if (isRefusedByPeer(testCase)) return [{ what: 'refused', actual: throws(scored), expected: true }];
  const scores = scored();
  const comparisons = [{ what: 'accuracy', actual: microAccuracy(scores), expected: testCase.accuracy }];
  if (testCase.all_correct_count === undefined) return comparisons;
  const allCorrect = scores.filter(({ correct }) => correct).length;
  return [
    ...comparisons,
    { what: 'all_correct_count', actual: allCorrect, expected: testCase.all_correct_count },
  ];
}

/** A tag with an operator, a bracket or a quote in it that is no plain number: eval() may make anything of it. */
function holdsExpression(testCase: GoldenCase): boolean {
  const tags = [testCase.prediction, testCase.target]
    .filter((text) => typeof text === 'string')
    .flatMap((text) => text.toLowerCase().split(','));
  return tags.some(
    (tag) => /[-+*/%()[\]{}'"<>=]/.test(tag) && pythonNumberLiteral(tag.replaceAll('$', '')) === undefined,
  );
}
