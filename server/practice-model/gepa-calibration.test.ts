import { describe, expect, it } from 'vitest';
import { sized } from '@/lib/testing/test-size';
import { practiceClass } from './testing/epoch';
import { rewriteOneEpoch } from './testing/rewriting-epoch';

/**
 * GEPA's moves on the practice model in a single lineage without acceptance, printed beside the published values of
 * GEPA with and without Combee. Nothing is fitted to them, and only what follows from the one curve is asserted.
 */
const SIZES = [5, 10, 25, 50, 100];
const SEEDS = sized(3, 6);

const SUBJECTS = [
  {
    plan: { profile: 'formula', examplesTrain: 250, examplesHeldOut: 200, groups: 50 },
    published: { base: 0.64, naive: [0.855, 0.86, 0.855, 0.81, 0.723], combee: '0.845 at 84' },
  },
  {
    plan: { profile: 'finer', examplesTrain: 500, examplesHeldOut: 300, groups: 0 },
    published: { base: 0.666, naive: [0.731, 0.751, 0.751, 0.723, 0.68], combee: '0.747 at 94' },
  },
] as const;

describe.each(SUBJECTS)('GEPA in a single lineage, $plan.profile', ({ plan, published }) => {
  it('loses by large batches in one call, and less by two levels', () => {
    const measured = (way: 'naive' | 'twoLevels') => {
      const results = Array.from({ length: SEEDS }, (_, index) => {
        const seeded = { ...plan, seed: index + 1 };
        const subject = practiceClass(seeded);
        return SIZES.map((batchSize) => rewriteOneEpoch(subject, { ...seeded, batchSize, way }));
      });
      return SIZES.map((_, at) => {
        const mean = (of: 'entries' | 'accuracyHeldOut') =>
          results.reduce((sum, result) => sum + (result[at]?.[of] ?? 0), 0) / SEEDS;
        return { lines: mean('entries'), accuracy: mean('accuracyHeldOut') };
      });
    };
    const [naive, twoLevels] = [measured('naive'), measured('twoLevels')];
    const shown = (list: readonly { lines: number; accuracy: number }[]) =>
      list.map(({ lines, accuracy }) => `${(100 * accuracy).toFixed(1)} (${lines.toFixed(0)})`).join('  ');
    console.log(
      `${plan.profile}, N = ${plan.examplesTrain}, ${SEEDS} seeds, batch sizes ${SIZES.join(', ')}`,
    );
    console.log('published GEPA       ', published.naive.map((one) => (100 * one).toFixed(1)).join('  '));
    console.log('naive (lines)        ', shown(naive));
    console.log('two levels (lines)   ', shown(twoLevels), ' published Combee:', published.combee);

    // Fewer lines a record the more records a call reads, and nothing else tells the arms apart.
    const lines = naive.map((one) => one.lines);
    expect(lines).toEqual([...lines].sort((a, b) => b - a));
    for (const at of [3, 4]) {
      expect(twoLevels[at]?.lines).toBeGreaterThan(naive[at]?.lines ?? 0);
      expect(twoLevels[at]?.accuracy).toBeGreaterThan(naive[at]?.accuracy ?? 1);
    }
    expect(naive[4]?.accuracy).toBeLessThan(naive[1]?.accuracy ?? 0);
    expect(Math.min(...[...naive, ...twoLevels].map((one) => one.accuracy))).toBeGreaterThan(
      published.base - 0.03,
    );
  });
});
