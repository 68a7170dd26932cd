import type { AggregationKind, RunManifest } from '@/lib/domain/manifest';

const NAMES: Readonly<Record<AggregationKind, string>> = {
  combee: 'Combee',
  naive: 'Naive',
  topK: 'Top-K retrieval',
  summary: 'Summarisation',
  hierarchicalSummary: 'Hierarchical summarisation',
};

/** What an arm is called: its aggregation and its batch size. Runs of one name differ in their seed only. */
export function armName({ batch, aggregation }: Pick<RunManifest, 'batch' | 'aggregation'>): string {
  const { kind, reducer } = aggregation;
  // Of one reflection there is nothing to choose or to combine; to sum it up is still something of its own.
  const isPlain = kind === 'combee' || kind === 'naive' || kind === 'topK';
  if (batch.kind === 'static' && batch.size === 1 && isPlain) return 'Sequential, batch size 1';
  const method = kind === 'combee' && reducer === 'union' ? 'Combee, union' : NAMES[kind];
  return batch.kind === 'static' ? `${method}, batch size ${batch.size}` : `${method}, controller's choice`;
}
