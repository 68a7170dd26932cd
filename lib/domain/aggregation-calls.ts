import type { AggregationKind } from './manifest';

/** Fewer reflections than this make one group, and one group is one plain call. */
const GROUPS_FROM = 4;

/**
 * Model calls by which n reflections become one update, re-asks, split groups and split summaries apart. Combee: k + 1
 * with k = floor(sqrt(n)). The arms with one aggregator call: that call, and the calls before it: none for top-K
 * retrieval, one summary, or a summary of each and one of those.
 */
export function aggregationCalls(kind: AggregationKind, n: number): number {
  if (n < 1) return 0;
  switch (kind) {
    case 'combee':
      return n < GROUPS_FROM ? 1 : Math.floor(Math.sqrt(n)) + 1;
    case 'naive':
    case 'topK':
      return 1;
    case 'summary':
      return 2;
    case 'hierarchicalSummary':
      // A single summary has nothing to be condensed with.
      return n === 1 ? 2 : n + 2;
  }
}
