import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Example } from '@/lib/domain/example';
import { seededRng } from '@/lib/random/seeded-rng';
import { trainingOrder } from './minibatch';

const examples = (n: number): Example[] =>
  Array.from({ length: n }, (_, i) => ({
    id: `e${i}`,
    question: '',
    context: '',
    expected: '',
    groupKey: null,
    contentHash: `${i}`,
  }));

describe('training order', () => {
  it('meets every example once an epoch, whatever the sizes, and never spans two epochs', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 3 }),
        fc.array(fc.integer({ min: 1, max: 15 }), { minLength: 1, maxLength: 10 }),
        (n, epochs, sizes) => {
          const order = trainingOrder(examples(n), epochs, seededRng('order'));
          const met = new Map<string, number>();
          let seen = 0;
          for (let turn = 0; seen < order.total; turn += 1) {
            const size = Math.min(sizes[turn % sizes.length] ?? 1, order.remainingInEpoch(seen));
            const batch = order.take(seen, size);
            expect(batch).toHaveLength(size);
            for (const example of batch) met.set(example.id, (met.get(example.id) ?? 0) + 1);
            seen += size;
          }
          expect([...met.values()].every((count) => count === epochs)).toBe(true);
          expect(met.size).toBe(n);
        },
      ),
    );
  });

  it('does not depend on the order in which the examples were stored', () => {
    const stored = examples(20);
    const order = trainingOrder(stored, 1, seededRng('s'));
    const other = trainingOrder([...stored].reverse(), 1, seededRng('s'));
    expect(order.take(0, 20)).toEqual(other.take(0, 20));
  });
});
