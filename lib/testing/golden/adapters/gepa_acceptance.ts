import { improves, judgeTrials, type Trial } from '@/lib/methods/gepa/acceptance';
import { listField, numberField, numbersField, textField } from '../case-fields';
import type { Comparison, GoldenAdapter, GoldenCase } from '../golden-adapter';

/** The peer's acceptance by sums and its choice among the children of one iteration. */
export const adapter: GoldenAdapter = { groups: { acceptance: sums, selection: choices } };

function sums(testCase: GoldenCase): Comparison[] {
  const trial = { before: scores(testCase, 'before'), after: scores(testCase, 'after') };
  return [
    { what: 'strict', actual: improves(trial, 'strict'), expected: testCase.strict },
    { what: 'or_equal', actual: improves(trial, 'orEqual'), expected: testCase.or_equal },
  ];
}

function choices(testCase: GoldenCase): Comparison[] {
  const trials: Trial[] = listField(testCase, 'proposals').map((raw, index) => {
    const one = { id: testCase.id, ...(raw as object) };
    // Children of their own each: that identical ones count once is no part of these cases.
    return {
      child: new Map([['prompt', `${index}`]]),
      before: scores(one, 'before'),
      after: scores(one, 'after'),
    };
  });
  const acceptance = textField(testCase, 'acceptance') === 'strict' ? 'strict' : 'orEqual';
  const keptBy = (keep: Parameters<typeof judgeTrials>[1]['keep']) =>
    judgeTrials(trials, { acceptance, keep }).letIn;
  const k = numberField(testCase, 'k');
  return [
    { what: 'all', actual: keptBy({ kind: 'all' }), expected: testCase.all },
    { what: 'best', actual: keptBy({ kind: 'best' }), expected: testCase.best },
    { what: 'top_k', actual: keptBy({ kind: 'topK', k }), expected: testCase.top_k },
  ];
}

/** A missing list counts as empty. */
function scores(testCase: GoldenCase, name: string): readonly number[] {
  return testCase[name] === null || testCase[name] === undefined ? [] : numbersField(testCase, name);
}
