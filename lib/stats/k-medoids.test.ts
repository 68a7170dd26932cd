import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRng } from '@/lib/random/seeded-rng';
import { shuffled } from '@/lib/random/shuffle';
import { kMeansPlusPlus } from './k-means-plus-plus';
import { kMedoids } from './k-medoids';
import { squaredDistance } from './squared-distance';

type Point = readonly [number, number];
const coordinate = fc.double({ min: -100, max: 100, noNaN: true });
const cloud = fc.array(fc.tuple(coordinate, coordinate), { minLength: 1, maxLength: 40 });
const between = (points: readonly Point[]) => (a: number, b: number) =>
  squaredDistance(points[a] ?? [], points[b] ?? []);

function started(points: readonly Point[], k: number, seed: number): number[] {
  const rng = seededRng(`start-${seed}`);
  return kMeansPlusPlus({
    points: points.length,
    k,
    squaredDistance: between(points),
    nextFloat: () => rng.nextFloat(),
  });
}

const costOf = (points: readonly Point[], medoids: readonly number[]) =>
  points.reduce((sum, _, point) => sum + Math.min(...medoids.map((one) => between(points)(point, one))), 0);

/** Three places far from each other, ten points around each. */
const THREE_PLACES: readonly Point[] = Array.from({ length: 30 }, (_, index) => {
  const place = index % 3;
  return [place * 1000 + (index % 7), place * -500 + (index % 5)] as const;
});

describe('k-means++', () => {
  it('draws different members, as many as there are places at most, the same for the same seed', () => {
    fc.assert(
      fc.property(cloud, fc.integer({ min: 1, max: 12 }), fc.nat(99), (points, k, seed) => {
        const centres = started(points, k, seed);
        expect(centres).toEqual(started(points, k, seed));
        expect(new Set(centres).size).toBe(centres.length);
        expect(centres.every((one) => Number.isInteger(one) && one >= 0 && one < points.length)).toBe(true);
        expect(centres.length).toBeLessThanOrEqual(Math.min(k, points.length));
      }),
    );
  });

  it('finds every one of three places that lie far apart', () => {
    for (let seed = 0; seed < 50; seed += 1) {
      expect(new Set(started(THREE_PLACES, 3, seed).map((point) => point % 3)).size).toBe(3);
    }
  });

  it('gives one centre where all points are the same, and none where there is no point', () => {
    const same = Array.from({ length: 5 }, () => [1, 2] as const);
    expect(started(same, 3, 1)).toHaveLength(1);
    expect(started([], 3, 1)).toEqual([]);
  });

  it('draws further points in proportion to their squared distance', () => {
    // From a centre at 0 the points at 1 and 3 have the weights 1 and 9.
    const drawn = Array.from({ length: 4000 }, (_, seed) => {
      const rng = seededRng(`share-${seed}`);
      const draws = [0, rng.nextFloat()];
      const line: Point[] = [
        [0, 0],
        [1, 0],
        [3, 0],
      ];
      return kMeansPlusPlus({
        points: 3,
        k: 2,
        squaredDistance: between(line),
        nextFloat: () => draws.shift() ?? 0,
      })[1];
    });
    expect(drawn.filter((point) => point === 2).length / drawn.length).toBeCloseTo(0.9, 1);
  });
});

describe('k-medoids', () => {
  it('has members as medoids, in ascending order, each in its own cluster', () => {
    fc.assert(
      fc.property(cloud, fc.integer({ min: 1, max: 8 }), fc.nat(99), (points, k, seed) => {
        const start = started(points, k, seed);
        const { medoids, medoidOf } = kMedoids({ points: points.length, start, distance: between(points) });
        expect(medoids).toEqual([...new Set(medoids)].sort((a, b) => a - b));
        expect(medoids).toHaveLength(start.length);
        expect(medoids.map((one) => medoidOf[one])).toEqual(medoids);
        expect(new Set(medoidOf)).toEqual(new Set(medoids));
      }),
    );
  });

  it('never costs more than its start, and says what it costs', () => {
    fc.assert(
      fc.property(cloud, fc.integer({ min: 1, max: 8 }), fc.nat(99), (points, k, seed) => {
        const start = started(points, k, seed);
        const { medoids, cost } = kMedoids({ points: points.length, start, distance: between(points) });
        expect(cost).toBeLessThanOrEqual(costOf(points, start) * (1 + 1e-12));
        expect(cost).toBeCloseTo(costOf(points, medoids), 6);
      }),
    );
  });

  it('does not depend on the order of the points, given the same start', () => {
    for (let seed = 0; seed < 40; seed += 1) {
      const rng = seededRng(`cloud-${seed}`);
      // Continuous draws, so that no two distances are equal: ties are settled by index, which an order would change.
      const points = Array.from({ length: 25 }, () => [rng.nextFloat(), rng.nextFloat()] as const);
      const start = started(points, 5, seed);
      const order = shuffled(
        points.map((_, index) => index),
        rng,
      );
      const moved = order.map((old) => points[old] ?? ([0, 0] as const));
      const plain = kMedoids({ points: 25, start, distance: between(points) });
      const other = kMedoids({
        points: 25,
        start: start.map((old) => order.indexOf(old)),
        distance: between(moved),
      });
      expect(new Set(other.medoids.map((one) => order[one]))).toEqual(new Set(plain.medoids));
      expect(other.cost).toBeCloseTo(plain.cost, 9);
    }
  });

  it('moves from the edge of a cluster to its middle', () => {
    const line: Point[] = [0, 1, 2, 100, 101, 102].map((x) => [x, 0] as const);
    const found = kMedoids({ points: 6, start: [0, 5], distance: between(line) });
    expect(found).toEqual({ medoids: [1, 4], medoidOf: [1, 1, 1, 4, 4, 4], cost: 4 });
  });

  it('settles ties by the lowest index and leaves a medoid that no member betters', () => {
    const square: Point[] = [
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
    ];
    expect(kMedoids({ points: 4, start: [3], distance: between(square) }).medoids).toEqual([3]);
    expect(kMedoids({ points: 4, start: [0, 3], distance: between(square) }).medoidOf).toEqual([0, 0, 0, 3]);
  });
});
