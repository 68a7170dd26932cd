import { invariant } from '@/lib/errors/invariant';
import type { Draws } from './draws';

/**
 * The published code's own order of training examples: each epoch shuffles all positions and pads them to a multiple of
 * the minibatch size with those that were met least; iteration i takes the i-th slice, counted round. Further calls in
 * one iteration take the slices that follow and shift no other iteration's slice.
 *
 * A run uses it only where its draws must be those of the published code; else the run's own order of examples holds.
 */
export interface MinibatchSampler {
  /** Positions in the train split; `size` is how many examples that has now. */
  next(iteration: number, size: number): readonly number[];
}

export function minibatchSampler(minibatch: number, draws: Draws): MinibatchSampler {
  let order: readonly number[] = [];
  let epoch = -1;
  let sizeBefore = 0;
  let at = { iteration: -1, calls: 0 };
  return {
    next(iteration, size) {
      invariant(size > 0, 'There is no training example to draw a minibatch from.');
      at = iteration === at.iteration ? { iteration, calls: at.calls + 1 } : { iteration, calls: 0 };
      const start = iteration * minibatch;
      // By the first call of an iteration, so that further ones never bring the next shuffle forward.
      const epochNow = epoch === -1 ? 0 : Math.floor(start / Math.max(order.length, 1));
      if (order.length === 0 || size !== sizeBefore || epochNow > epoch) {
        epoch = epochNow;
        sizeBefore = size;
        order = paddedShuffle(size, minibatch, draws);
      }
      const from = (start + at.calls * minibatch) % order.length;
      return order.slice(from, from + minibatch);
    },
  };
}

function paddedShuffle(size: number, minibatch: number, draws: Draws): readonly number[] {
  const order = draws.shuffled(Array.from({ length: size }, (_, position) => position));
  const met = new Map(order.map((position) => [position, 1]));
  while (order.length % minibatch !== 0) {
    // Among the examples met least, pick the last one in the shuffle.
    const least = [...met].reduce((found, one) => (one[1] <= found[1] ? one : found));
    order.push(least[0]);
    met.set(least[0], least[1] + 1);
  }
  return order;
}
