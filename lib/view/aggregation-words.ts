import type { AggregationKind } from '@/lib/domain/manifest';

/** Name of a kind of aggregation, and one sentence that explains it. */
export interface AggregationWords {
  readonly name: string;
  /** As in "with …". */
  readonly inSentence: string;
  readonly sentence: string;
}

export const AGGREGATION_WORDS: Readonly<Record<AggregationKind, AggregationWords>> = {
  combee: {
    name: 'Combee',
    inSentence: 'Combee',
    sentence:
      'Shuffled copies in √n groups (rounded down), all aggregated at once; then their updates are combined.',
  },
  naive: {
    name: 'Naive',
    inSentence: 'naive aggregation',
    sentence: 'One call reads all reflections of an iteration.',
  },
  topK: {
    name: 'Top-K retrieval',
    inSentence: 'top-K retrieval',
    sentence: 'Similar reflections are clustered; one call reads √n of them, one a cluster.',
  },
  summary: {
    name: 'Summarisation',
    inSentence: 'summarised reflections',
    sentence: 'One call sums all reflections up; another reads the summary.',
  },
  hierarchicalSummary: {
    name: 'Hierarchical summarisation',
    inSentence: 'hierarchically summarised reflections',
    sentence: 'Each reflection is summed up, then the summaries are; one more call reads the result.',
  },
};

/** In the order in which they are offered. */
export const AGGREGATION_KINDS: readonly AggregationKind[] = [
  'combee',
  'naive',
  'topK',
  'summary',
  'hierarchicalSummary',
];
