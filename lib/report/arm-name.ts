import type { RunManifest } from '@/lib/domain/manifest';

/** What an arm is called: its aggregation and its batch size. Runs of one name differ in their seed only. */
export function armName({ batch, aggregation }: Pick<RunManifest, 'batch' | 'aggregation'>): string {
  if (batch.kind === 'static' && batch.size === 1) return 'Sequential, batch size 1';
  const reducer = aggregation.reducer === 'union' ? 'Combee, union' : 'Combee';
  const method = aggregation.kind === 'naive' ? 'Naive' : reducer;
  return batch.kind === 'static' ? `${method}, batch size ${batch.size}` : `${method}, controller's choice`;
}
