/**
 * Training rollouts that GEPA uses to select candidates where the split has no selection examples: candidates are
 * then measured on the training examples, and those answers count like any other training rollout (rulings E1).
 *
 *     rollouts = N + share * (kept * iterations * N + merges * (N + t))        N = training examples
 *
 * The seed first, then each accepted child. A merge is tried on t examples and, if good, measured on all; with
 * the candidate cache those t are not asked again, so t = 0.
 */
import type { RunManifest } from '@/lib/domain/manifest';
import type { GepaSettings } from '@/lib/domain/method-settings';

export interface SelectionOnTrain {
  readonly iterations: number;
  /** Share of the proposals that are accepted, at most 1. */
  readonly acceptedShare: number;
}

export function selectionOnTrain(
  { method, split }: Pick<RunManifest, 'method' | 'split'>,
  { iterations, acceptedShare }: SelectionOnTrain,
): number {
  if (method.name !== 'gepa' || split.counts.selection > 0) return 0;
  const { train } = split.counts;
  const merges = method.merge === null ? 0 : method.merge.maxInvocations;
  // Without the cache the examples of the trial are asked again.
  const ofMerge = train + (method.candidateCache ? 0 : MERGE_TRIAL);
  return train + acceptedShare * (keptOf(method) * iterations * train + merges * ofMerge);
}

const MERGE_TRIAL = 5;

/** Children of one iteration that may stay, at most. */
function keptOf({ keep, sampling }: GepaSettings): number {
  const proposals = proposalsOf(sampling);
  if (keep.kind === 'best') return 1;
  return keep.kind === 'topK' ? Math.min(keep.k, proposals) : proposals;
}

function proposalsOf(sampling: GepaSettings['sampling']): number {
  if (sampling.kind === 'single') return 1;
  return sampling.kind === 'pxn' ? sampling.parents * sampling.n : sampling.n;
}
