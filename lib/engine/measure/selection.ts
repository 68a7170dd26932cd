import { adaptWeights } from '@/lib/combee/diversity/adapt-weights';
import type { Candidate } from '@/lib/domain/candidate';
import type { FactData } from '@/lib/domain/ledger-entry';
import type { Measurement } from '@/lib/domain/score';
import { type DiversityState, measuresSelection } from '@/lib/engine/iteration/diversity-state';
import type { RunContext } from '@/lib/engine/run-context';
import type { RunState } from '@/lib/engine/run-state';
import { measureHeldOut } from './held-out';

/**
 * The selection split: what operator weights follow and what a fresh lineage has to win on (rulings E3, E7). Measured
 * where held-out is, so that both have the same cadence; held-out decides nothing here.
 */
type Lineage = FactData['selection.measured']['lineage'];

/** Selection and held-out calls of one boundary keep apart by their place among the evaluations. */
const FIRST_ORDINAL: Readonly<Record<Lineage, number>> = { current: 10_000_000, parked: 20_000_000 };

/** Measures the current candidate, and lets the weights follow what it gained since the last time. */
export async function followLift(context: RunContext, state: RunState, iteration: number): Promise<void> {
  const { diversity } = state;
  const adaptAfter = context.manifest.diversity?.adaptAfterIteration ?? null;
  if (diversity === null || !measuresSelection(context.manifest)) return;
  const before = diversity.selection.at(-1);
  const score = await measureSelection(context, state, {
    candidate: state.candidate,
    lineage: 'current',
    iteration,
  });
  if (score === null) return;
  // `iteration` counts from 0, so this many are done.
  if (before && adaptAfter !== null && iteration + 1 >= adaptAfter) {
    const credits = [...diversity.credits].map(([kind, credit]) => ({ kind, ...credit }));
    diversity.weights = adaptWeights(diversity.weights, credits, score.mean - before.score.mean);
  }
  noteSelection(diversity, state.candidate, score);
}

/** A new base line: what was credited so far has been paid out. */
export function noteSelection(diversity: DiversityState, candidate: Candidate, score: Measurement): void {
  diversity.selection.push({ candidateHash: candidate.hash, score });
  diversity.credits.clear();
}

/** Null when a cap cut the measurement short: then nothing is decided by it. */
export async function measureSelection(
  context: RunContext,
  state: RunState,
  at: { readonly candidate: Candidate; readonly lineage: Lineage; readonly iteration: number },
): Promise<Measurement | null> {
  const { candidate, lineage, iteration } = at;
  const last = state.diversity?.selection.at(-1);
  const { measured } =
    last?.candidateHash === candidate.hash
      ? { measured: { score: last.score, incomplete: undefined } }
      : await measureHeldOut({
          manifest: context.manifest,
          method: context.method,
          candidate,
          examples: context.examples.selection,
          iteration,
          trainExamplesSeen: state.seen,
          ask: context.asker.forIteration(iteration),
          facts: context.facts,
          seat: state.judge,
          apart: { split: 'selection', place: `selection/${lineage}`, firstOrdinal: FIRST_ORDINAL[lineage] },
        });
  if (measured.incomplete) return null;
  context.facts.emit('selection.measured', `${iteration}/${lineage}`, {
    iteration,
    candidateHash: candidate.hash,
    lineage,
    trainExamplesSeen: state.seen,
    score: measured.score,
  });
  return measured.score;
}
