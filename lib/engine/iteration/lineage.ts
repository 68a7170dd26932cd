import { contentHash } from '@/lib/domain/content-hash';
import { measureSelection, noteSelection } from '@/lib/engine/measure/selection';
import type { RunContext } from '@/lib/engine/run-context';
import type { RunState } from '@/lib/engine/run-state';
import { heldCandidate } from './steer-insights';

/**
 * Re-initialisation (R-105, for one lineage by rulings E7): after so many collapsed iterations in a row a lineage is
 * started from the empty candidate while the one so far is parked. It learns until the next measurement; then both
 * are measured on the selection split and the better goes on. A tie keeps what was there.
 */
export function reseedIfCollapsed(context: RunContext, state: RunState): void {
  const { manifest, facts, method } = context;
  const { diversity } = state;
  const after = manifest.diversity?.reseedAfterCollapsed ?? null;
  if (diversity === null || after === null || diversity.parked !== null) return;
  if (diversity.collapsedInARow < after || manifest.split.counts.selection === 0) return;
  const { iteration } = state;
  const root = heldCandidate(context, state, {
    text: method.emptyCandidateText,
    hash: contentHash(method.emptyCandidateText),
  });
  if (root.hash === state.candidate.hash) return;
  facts.emit('pool.reseeded', `${iteration}`, {
    iteration,
    fromHash: state.candidate.hash,
    collapsedInARow: diversity.collapsedInARow,
  });
  facts.emit('candidate.created', `reseed/${iteration}`, {
    iteration,
    hash: root.hash,
    parentHash: null,
    text: root.text,
    ...method.describe(root),
    applied: 0,
    ignored: 0,
  });
  diversity.parked = state.candidate;
  diversity.collapsedInARow = 0;
  // The operators' credits so far belong to the other lineage.
  diversity.credits.clear();
  state.candidate = root;
}

/** Called before a measurement; whether a lineage was settled, and so the selection split was measured. */
export async function settleLineage(
  context: RunContext,
  state: RunState,
  iteration: number,
): Promise<boolean> {
  const { diversity } = state;
  const parked = diversity?.parked ?? null;
  if (diversity === null || parked === null) return false;
  const fresh = state.candidate;
  const parkedScore = await measureSelection(context, state, {
    candidate: parked,
    lineage: 'parked',
    iteration,
  });
  const freshScore = await measureSelection(context, state, {
    candidate: fresh,
    lineage: 'current',
    iteration,
  });
  const isFreshBetter = parkedScore !== null && freshScore !== null && freshScore.mean > parkedScore.mean;
  const [kept, dropped, keptScore] = isFreshBetter
    ? [fresh, parked, freshScore]
    : [parked, fresh, parkedScore];
  state.candidate = kept;
  diversity.parked = null;
  diversity.collapsedInARow = 0;
  if (keptScore !== null) noteSelection(diversity, kept, keptScore);
  context.facts.emit('pool.settled', `${iteration}`, {
    iteration,
    keptHash: kept.hash,
    droppedHash: dropped.hash,
    parked: parkedScore,
    fresh: freshScore,
  });
  return true;
}
