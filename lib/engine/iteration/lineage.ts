import type { Candidate } from '@/lib/domain/candidate';
import { contentHash } from '@/lib/domain/content-hash';
import type { Measurement } from '@/lib/domain/score';
import { measureSelection, noteSelection } from '@/lib/engine/measure/selection';
import type { RunContext } from '@/lib/engine/run-context';
import type { RunState } from '@/lib/engine/run-state';

/**
 * Re-initialisation (R-105, for one lineage by rulings E7): after so many collapsed iterations in a row a lineage is
 * started from the empty candidate while the one so far is parked. It learns until the next measurement; then both
 * are measured on the selection split and the better goes on. A tie keeps what was there.
 */
export function reseedIfCollapsed({ manifest, facts, method }: RunContext, state: RunState): void {
  const { diversity } = state;
  const after = manifest.diversity?.reseedAfterCollapsed ?? null;
  if (diversity === null || after === null || diversity.parked !== null) return;
  if (diversity.collapsedInARow < after || manifest.split.counts.selection === 0) return;
  const { iteration } = state;
  const root: Candidate = {
    text: method.emptyCandidateText,
    hash: contentHash(method.emptyCandidateText),
  };
  if (root.hash === state.candidate.hash) return;
  facts.emit('pool.reseeded', `${iteration}`, {
    iteration,
    fromHash: state.candidate.hash,
    explanation:
      `${diversity.collapsedInARow} iterations in a row have collapsed, so a lineage starts from an empty prompt. ` +
      'Both are measured on the selection split at the next measurement, and the better goes on.',
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
    explanation: settledSentence(parkedScore, freshScore, isFreshBetter),
  });
  return true;
}

function settledSentence(
  parked: Measurement | null,
  fresh: Measurement | null,
  isFreshBetter: boolean,
): string {
  if (parked === null || fresh === null) {
    return 'A cap cut the comparison short, so the lineage that was there goes on.';
  }
  const words = (score: Measurement) => `${(score.mean * 100).toFixed(1)} % (n = ${score.n})`;
  return isFreshBetter
    ? `The fresh lineage goes on: ${words(fresh)} on the selection split against ${words(parked)}.`
    : `The lineage that was there goes on: ${words(parked)} on the selection split against ${words(fresh)} of the fresh one.`;
}
