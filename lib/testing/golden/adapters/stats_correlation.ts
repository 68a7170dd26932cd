import { pearson, ranks, spearman } from '@/lib/stats/correlation';
import { isRefusedByPeer, numbersField } from '../case-fields';
import type { Comparison, GoldenAdapter, GoldenCase } from '../golden-adapter';
import { correlationP, kendallTauB } from '../peer-correlation';

/**
 * Rank and line correlations, ties included; absolute 1e-9. A p-value gets 1e-7: near a perfect correlation it moves
 * with the square root of the coefficient's last bit.
 */
export const adapter: GoldenAdapter = { groups: { cases: correlations } };

function correlations(testCase: GoldenCase): Comparison[] {
  const x = numbersField(testCase, 'x');
  const y = numbersField(testCase, 'y');
  const rho = spearman(x, y);
  if (isRefusedByPeer(testCase)) return [{ what: 'undefined', actual: rho === undefined, expected: true }];
  const actual: Readonly<Record<string, unknown>> = {
    spearman: rho,
    spearman_p: correlationP(rho, x.length),
    pearson: pearson(x, y),
    kendall_tau_b: kendallTauB(x, y),
    rank_x: ranks(x),
    rank_y: ranks(y),
  };
  return Object.entries(testCase)
    .filter(([field]) => !['id', 'x', 'y'].includes(field))
    .map(([field, expected]) => ({
      what: field,
      actual: actual[field],
      expected,
      tolerance: { absolute: field.endsWith('_p') ? 1e-7 : 1e-9 },
    }));
}
