import { SPLIT_NAMES } from '@/lib/domain/split';
import type { TraceOrigin, TraceSplit } from '@/lib/domain/trace-examples';
import { splitWord } from './number-origin';
import { formatCount, plural } from './numbers';

/** Words for examples made of traces: how they are divided, and what is nearly the same. */
export const TRACE_SPLIT_WORDS: Readonly<
  Record<TraceSplit, { readonly label: string; readonly hint: string }>
> = {
  session: { label: 'Session', hint: 'All traces of a session go to one part.' },
  user: { label: 'User', hint: 'All traces of a user go to one part.' },
  time: { label: 'Time', hint: 'The oldest train; held-out and confirmation get the newest.' },
  none: { label: 'Neither', hint: 'Only near-duplicate tasks stay together.' },
};

/** "24 train, 5 selection": the parts that get examples. */
export function partWords(parts: Readonly<Record<(typeof SPLIT_NAMES)[number], number>>): string {
  const filled = SPLIT_NAMES.filter((name) => parts[name] > 0);
  return filled.map((name) => `${formatCount(parts[name])} ${splitWord(name)}`).join(', ');
}

export function groupWords({ groups, largestGroup }: TraceOrigin): string {
  return `${formatCount(groups)}, the largest with ${plural(largestGroup, 'example')}`;
}

/** Null where no task is nearly another one. */
export function nearWords({ near, splitBy }: TraceOrigin): string | null {
  if (near.traces === 0) return null;
  const found = `${plural(near.traces, 'task')} in ${plural(near.clusters, 'cluster')} are near-duplicates.`;
  return splitBy === 'time'
    ? `${found} Only those in the part of the oldest are kept.`
    : `${found} Each cluster stays in one part.`;
}
