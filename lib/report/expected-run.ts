import { isPriced } from '@/lib/domain/asked-roles';
import type { RunManifest } from '@/lib/domain/manifest';
import { type CellEstimate, type EstimateBasis, estimateCell } from './sweep-estimate';

/** Expected usage of one run of a manifest, reckoned as for a cell of a sweep. Costs no call. */
export interface ExpectedRun {
  readonly estimate: CellEstimate;
  readonly batchSize: number;
  readonly iterations: number;
  readonly isPriced: boolean;
}

export function expectedRun(manifest: RunManifest, basis: EstimateBasis): ExpectedRun {
  const { kind, batch, lanes, split, epochs, aggregation, runSeed: seed } = manifest;
  const examples = Math.max(1, split.counts.train * epochs);
  // The controller settles where lanes and its own cap let it; before a fit nothing better is known.
  const wanted = batch.kind === 'static' ? batch.size : Math.min(batch.maxBatch, lanes);
  const batchSize = Math.max(1, Math.min(wanted, examples));
  const arm = kind === 'serialBaseline' ? 'sequential' : aggregation.kind;
  return {
    estimate: estimateCell({ position: 0, arm, batchSize, seed }, manifest, basis),
    batchSize,
    iterations: Math.ceil(examples / batchSize),
    isPriced: isPriced(manifest),
  };
}
