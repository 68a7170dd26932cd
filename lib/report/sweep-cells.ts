/**
 * Which cells a sweep has and in which order they start. Pure arithmetic of its settings: knows nothing of runs, of
 * money or of what came out.
 *
 * Whole seeds first: a sweep that its budget cuts short then leaves fewer seeds of every arm, which can still be
 * paired, rather than all seeds of some arms, which can be compared with nothing. Within a seed the small sizes come
 * first: they take longest, and a long cell that starts last would be waited for alone.
 */
import type { MethodName } from '@/lib/domain/method-settings';
import { hasOwnSize, type SweepCell, type SweepSettings } from '@/lib/domain/sweep';
import { SWEEP_ARMS } from '@/lib/domain/sweep-arms';

/** The smallest step that a method's authors take: ACE learns from one example, the others from minibatches of three. */
export function sequentialSize(method: MethodName): number {
  return method === 'ace' ? 1 : 3;
}

export function sweepCells(
  { arms, sizes, seeds }: Pick<SweepSettings, 'arms' | 'sizes' | 'seeds'>,
  method: MethodName,
): SweepCell[] {
  const rising = [...new Set(sizes)].sort((a, b) => a - b);
  const chosen = SWEEP_ARMS.filter((arm) => arms.includes(arm));
  const sized = chosen.filter((arm) => !hasOwnSize(arm));
  const cells = [...new Set(seeds)].flatMap((seed, index) => [
    // One in all: the prompt is the same for every seed, and its answers are kept.
    ...(index === 0 && chosen.includes('noLearning')
      ? [{ arm: 'noLearning' as const, batchSize: null, seed }]
      : []),
    ...(chosen.includes('sequential')
      ? [{ arm: 'sequential' as const, batchSize: sequentialSize(method), seed }]
      : []),
    ...rising.flatMap((batchSize) => sized.map((arm) => ({ arm, batchSize, seed }))),
  ]);
  return cells.map((cell, position) => ({ ...cell, position }));
}

/** "naive, batch size 20, seed 1": what a cell is called in a sentence, a label or a file. */
export function cellName({ arm, batchSize, seed }: Pick<SweepCell, 'arm' | 'batchSize' | 'seed'>): string {
  const size = batchSize === null ? '' : `, batch size ${batchSize}`;
  return `${ARM_NAMES[arm]}${size}, seed ${seed}`;
}

export const ARM_NAMES: Readonly<Record<SweepCell['arm'], string>> = {
  noLearning: 'no learning',
  sequential: 'sequential',
  naive: 'naive',
  topK: 'top-K retrieval',
  summary: 'summarisation',
  hierarchicalSummary: 'hierarchical summarisation',
  combee: 'Combee',
};
