import { limitOutput } from '@/lib/environments/terminal/limit-output';
import { numberField, textField, textsField } from '../case-fields';
import { type Comparison, type GoldenAdapter, type GoldenCase, ROUNDING } from '../golden-adapter';
import { objectField } from '../object-field';
import { meanPassAtK, passAtK } from '../peer-resolved-rates';
import { prepareKeys } from '../peer-terminal-keys';

/** Keys for tmux, cut output and pass@k of Terminal-Bench. Exact, but for sums that a peer may add in another order. */
export const adapter: GoldenAdapter = {
  groups: { prepare_keys: keys, limit_output: output, pass_at_k: pass, pass_at_k_mean: meanPass },
};

function keys(testCase: GoldenCase): Comparison[] {
  const given = typeof testCase.keys === 'string' ? testCase.keys : textsField(testCase, 'keys');
  const prepared = prepareKeys(given, testCase.block === true);
  return [
    { what: 'sent', actual: prepared.keys, expected: testCase.sent },
    { what: 'blocking', actual: prepared.isWaitedFor, expected: testCase.blocking },
  ];
}

function output(testCase: GoldenCase): Comparison[] {
  const actual = limitOutput(textField(testCase, 'text'), { bytesMax: numberField(testCase, 'max_bytes') });
  return [{ what: 'out', actual, expected: testCase.out }];
}

function pass(testCase: GoldenCase): Comparison[] {
  const [n, c, k] = ['n', 'c', 'k'].map((name) => numberField(testCase, name)) as [number, number, number];
  return [{ what: 'pass_at_k', actual: passAtK(n, c, k), expected: testCase.pass_at_k }];
}

function meanPass(testCase: GoldenCase): Comparison[] {
  const tasks = Object.entries(objectField(testCase, 'success_by_task')).map(
    ([task, attempts]) => [task, (attempts as readonly number[]).map((success) => success === 1)] as const,
  );
  const actual = meanPassAtK(new Map(tasks), numberField(testCase, 'k'));
  return [{ what: 'pass_at_k', actual, expected: testCase.pass_at_k, tolerance: ROUNDING }];
}
