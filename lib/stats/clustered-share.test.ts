import { describe, expect, it } from 'vitest';
import { seededRng } from '@/lib/random/seeded-rng';
import { clopperPearsonInterval } from './binomial';
import { type Cluster, clusteredShareInterval } from './clustered-share';

const alone = (right: number, n: number): Cluster[] =>
  Array.from({ length: n }, (_, at) => ({ right: at < right ? 1 : 0, size: 1 }));

describe('the interval of a share over clusters', () => {
  it('is exact where each trial is its own cluster', () => {
    for (const [right, n] of [
      [0, 12],
      [7, 12],
      [12, 12],
    ] as const)
      expect(clusteredShareInterval(alone(right, n))).toEqual(clopperPearsonInterval(right, n));
  });

  it('counts a cluster once where its trials always agree', () => {
    const clusters = Array.from({ length: 20 }, (_, at) => ({ right: at < 10 ? 3 : 0, size: 3 }));
    const found = clusteredShareInterval(clusters);
    const ofClusters = clopperPearsonInterval(10, 20);
    expect(found?.lower).toBeLessThanOrEqual(ofClusters?.lower ?? 0);
    expect(found?.upper).toBeGreaterThanOrEqual(ofClusters?.upper ?? 1);
    expect(clusteredShareInterval(clusters.map(({ size }) => ({ right: size, size })))).toEqual(
      clopperPearsonInterval(20, 20),
    );
  });

  it('covers the true share in 95 of 100 samples of dependent trials', () => {
    const rng = seededRng('clustered-share');
    const samples = 2000;
    let covered = 0;
    for (let sample = 0; sample < samples; sample += 1) {
      const clusters = Array.from({ length: 24 }, () => {
        const chance = rng.nextFloat() < 0.5 ? 0.2 : 0.8;
        const right = [0, 1, 2].filter(() => rng.nextFloat() < chance).length;
        return { right, size: 3 };
      });
      const found = clusteredShareInterval(clusters);
      if (found && found.lower <= 0.5 && found.upper >= 0.5) covered += 1;
    }
    expect(covered / samples).toBeGreaterThan(0.94);
  });

  it('is not given for a single cluster', () => {
    expect(clusteredShareInterval([{ right: 2, size: 3 }])).toBeNull();
  });
});
