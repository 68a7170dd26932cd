import type { Comparison, GoldenAdapter, GoldenCase } from '@/lib/testing/golden/golden-adapter';
import { consolidated } from '@/lib/testing/golden/peer-consolidation';
import { type Fields, isFields, operationOf } from '@/lib/testing/golden/peer-operation';
import { EMPTY, type Skillbook, shown, stepped } from '@/lib/testing/golden/peer-skillbook';

export const adapter: GoldenAdapter = {
  groups: {
    apply_update: (testCase) => bookCompared(testCase, applied(EMPTY, testCase.operations)),

    operation_round_trip: ({ payload, round_trip, ...testCase }) => {
      const actual = operationOf(payload as Fields);
      if ('error' in testCase) return [{ what: 'refuses', actual: actual === 'refused', expected: true }];
      return [{ what: 'operation', actual, expected: round_trip }];
    },

    consolidation: consolidationCheck,
  },
};

function bookCompared(testCase: GoldenCase, book: Skillbook | 'refused'): Comparison[] {
  const actual = book === 'refused' ? book : shown(book);
  if ('error' in testCase) return [{ what: 'refuses', actual: actual === 'refused', expected: true }];
  return [{ what: 'book', actual, expected: testCase.result }];
}

function consolidationCheck(testCase: GoldenCase): Comparison[] {
  const operations = testCase.operations as readonly Fields[];
  let book = applied(EMPTY, testCase.start);
  for (const operation of operations) {
    if (book !== 'refused') book = consolidated(book, operation);
  }
  const compared = bookCompared(testCase, book);
  if (book === 'refused') return compared;
  const kept = operations.some(({ type, skill_ids: ids }) => {
    return type === 'KEEP' && Array.isArray(ids) && ids.includes('x-00001') && ids.includes('x-00002');
  });
  return [...compared, { what: 'keep decision', actual: kept, expected: testCase.keep_decision_x1_x2 }];
}

/** All operations are read before the first is applied: one that cannot be read spoils the whole update. */
function applied(book: Skillbook, given: unknown): Skillbook | 'refused' {
  const payloads = Array.isArray(given) ? given.filter(isFields) : [];
  const operations = payloads.map(operationOf);
  let current = book;
  for (const operation of operations) {
    const next = operation === 'refused' ? operation : stepped(current, operation);
    if (next === 'refused') return next;
    current = next;
  }
  return current;
}
