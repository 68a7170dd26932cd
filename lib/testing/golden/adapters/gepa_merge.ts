import { findMerge } from '@/lib/methods/gepa/merge-components';
import { fitAncestors, isWorthMerging, type Lineage } from '@/lib/methods/gepa/merge-pair';
import { PythonRandom } from '@/lib/random/python-random';
import { listField, numberField, numbersField } from '../case-fields';
import type { Comparison, GoldenAdapter, GoldenCase } from '../golden-adapter';
import { textsByName } from '../object-field';

/**
 * The peer's merge with the peer's generator: the very merge that it found, which must also be one of those that the
 * rules allow.
 */
export const adapter: GoldenAdapter = {
  groups: { triplet, filter_ancestors: ancestors, merge },
  // Where every ancestor has 0, the peer has no weights to draw by and fails; ours draws evenly.
  excuses: [{ defect: 'mergeZeroWeights', applies: (group, one) => group === 'merge' && hasNoWeights(one) }],
};

function triplet(testCase: GoldenCase): Comparison[] {
  const candidates = listField(testCase, 'candidates').map(textsByName);
  const [ancestor, first, second] = ['ancestor', 'id1', 'id2'].map(
    (name) => candidates[numberField(testCase, name)] ?? new Map<string, string>(),
  );
  const actual = ancestor && first && second && isWorthMerging(ancestor, first, second);
  return [{ what: 'desirable', actual, expected: testCase.desirable }];
}

function ancestors(testCase: GoldenCase): Comparison[] {
  const logged = new Set(listField(testCase, 'merges_logged').map((triple) => JSON.stringify(triple)));
  const kept = fitAncestors(
    {
      lineage: lineageOf(testCase),
      isDone: ({ first, second, ancestor }) => logged.has(JSON.stringify([first, second, ancestor])),
    },
    {
      first: numberField(testCase, 'i'),
      second: numberField(testCase, 'j'),
      common: numbersField(testCase, 'common_ancestors'),
    },
  );
  return [{ what: 'kept', actual: kept, expected: testCase.kept }];
}

function merge(testCase: GoldenCase): Comparison[] {
  const found = findMerge({
    lineage: lineageOf(testCase),
    among: numbersField(testCase, 'merge_candidates'),
    draws: new PythonRandom(numberField(testCase, 'seed')),
    isDone: () => false,
    made: new Set(),
  });
  const actual = found && {
    candidate: Object.fromEntries(found.components),
    id1: found.first,
    id2: found.second,
    ancestor: found.ancestor,
  };
  const feasible = listField(testCase, 'feasible');
  const same = feasible.find((one) => JSON.stringify(sorted(one)) === JSON.stringify(sorted(actual)));
  return [
    { what: 'result', actual, expected: testCase.result },
    { what: 'feasible', actual: found === undefined ? undefined : same, expected: actual },
  ];
}

function lineageOf(testCase: GoldenCase): Lineage {
  const parents = testCase.parents === undefined ? [] : listField(testCase, 'parents');
  const scores = numbersField(testCase, 'scores');
  return listField(testCase, 'candidates').map((candidate, index) => ({
    components: textsByName(candidate),
    mean: scores[index] ?? 0,
    // The peer writes the seed's lineage as a list with nothing in it.
    parents: ((parents[index] ?? []) as readonly (number | null)[]).filter((parent) => parent !== null),
  }));
}

function hasNoWeights(testCase: GoldenCase): boolean {
  const lineage = lineageOf(testCase);
  const ancestors = new Set(lineage.flatMap(({ parents }) => parents));
  return [...ancestors].every((index) => lineage[index]?.mean === 0);
}

/** Members by name, so that two objects that say the same are written alike. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => [name, sorted(member)]);
}
