import type { Block } from '@/lib/domain/report-document';
import type { Sizes } from './strategy-input';
import { percent } from './words';

/** Sizes in the doubling bins of the Scheduling section: 1, 2, 3 to 4, 5 to 8 … */
export function batchHistogram(before: Sizes | null, actual: Sizes | null): Block {
  const bins = [...new Set([before, actual].flatMap((sizes) => Object.keys(sizes?.sizes ?? {}).map(binOf)))];
  const share = (sizes: Sizes | null, bin: number) => {
    if (sizes === null || sizes.flushes === 0) return '–';
    const within = Object.entries(sizes.sizes).filter(([size]) => binOf(size) === bin);
    return percent(within.reduce((sum, [, times]) => sum + times, 0) / sizes.flushes);
  };
  return {
    kind: 'table',
    caption: 'Share of the batches by their size',
    head: ['Requests in a batch', 'Expected', 'Measured'],
    rows: bins.sort((a, b) => a - b).map((bin) => [binWords(bin), share(before, bin), share(actual, bin)]),
  };
}

const binOf = (size: string) => Math.ceil(Math.log2(Math.max(1, Number(size))));
const binWords = (bin: number) => (bin < 2 ? String(2 ** bin) : `${2 ** (bin - 1) + 1} to ${2 ** bin}`);
