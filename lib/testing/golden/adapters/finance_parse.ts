import { parseFinerPrompt, parseFormulaPrompt } from '@/lib/evaluation/scorers/parse-finance';
import { isRefusedByPeer, textField } from '../case-fields';
import type { GoldenAdapter, GoldenCase } from '../golden-adapter';

/** Records' prompt texts taken apart. "sentiment" is the peer's name for the parser that it uses for FiNER. Exact. */
export const adapter: GoldenAdapter = { groups: { cases: parsed } };

const PARSERS = new Map([
  ['sentiment', parseFinerPrompt],
  ['finer', parseFinerPrompt],
  ['formula', parseFormulaPrompt],
]);

function parsed(testCase: GoldenCase) {
  const parse = PARSERS.get(textField(testCase, 'parser'));
  if (parse === undefined) throw new TypeError(`no parser "${testCase.parser}"`);
  const result = parse(textField(testCase, 'context'));
  if (isRefusedByPeer(testCase)) return [{ what: 'refused', actual: !result.ok, expected: true }];
  return [
    { what: 'question', actual: result.ok ? result.question : result.message, expected: testCase.question },
    { what: 'context', actual: result.ok ? result.context : result.message, expected: testCase.context_part },
  ];
}
