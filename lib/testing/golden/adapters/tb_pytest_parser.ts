import { isResolved, readPytestSummary } from '@/lib/environments/terminal/pytest-summary';
import { isRefusedByPeer, textField } from '../case-fields';
import type { Comparison, GoldenAdapter, GoldenCase } from '../golden-adapter';

/** Results of pytest in the output of a terminal, and whether they solve the task. Exact. */
export const adapter: GoldenAdapter = { groups: { parse } };

function parse(testCase: GoldenCase): Comparison[] {
  const results = readPytestSummary(textField(testCase, 'output'));
  const resolved = { what: 'is_resolved', actual: isResolved(results) };
  if (isRefusedByPeer(testCase))
    return [
      { what: 'refuses', actual: results === null, expected: true },
      { ...resolved, expected: testCase.is_resolved },
    ];
  const compared = {
    what: 'results',
    actual: results === null ? results : Object.fromEntries(results),
    expected: testCase.results,
  };
  // The file's own note: the peer counts a summary without a test as solved, which is likely a defect and not binding.
  const isEmpty = Object.keys(testCase.results ?? {}).length === 0;
  return [compared, { ...resolved, expected: isEmpty ? false : testCase.is_resolved }];
}
