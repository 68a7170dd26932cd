import { frontCounts, undominated, undominatedFronts } from '@/lib/methods/gepa/pareto';
import { PythonIntSet } from '@/lib/random/python-int-set';
import { numbersField } from '../case-fields';
import type { Comparison, GoldenAdapter, GoldenCase } from '../golden-adapter';
import { objectField } from '../object-field';

/** The peer's removal of dominated candidates and the weights that it draws by, over our own. */
export const adapter: GoldenAdapter = { groups: { hand: reductions, fuzz: reductions } };

function reductions(testCase: GoldenCase): Comparison[] {
  const byKey = objectField(testCase, 'front');
  const fronts = Object.values(byKey).map((members) => new PythonIntSet(members as readonly number[]));
  const means = numbersField(testCase, 'scores');
  const reduced = undominatedFronts(fronts, means);
  const named = Object.keys(byKey).map((key, index) => [key, ascending(reduced[index] ?? [])]);
  return [
    { what: 'reduced', actual: Object.fromEntries(named), expected: testCase.reduced },
    { what: 'dominators', actual: ascending(undominated(fronts, means)), expected: testCase.dominators },
    {
      what: 'selection_weight',
      actual: Object.fromEntries(frontCounts(reduced)),
      expected: testCase.selection_weight,
    },
  ];
}

const ascending = (members: Iterable<number>) => [...members].sort((a, b) => a - b);
