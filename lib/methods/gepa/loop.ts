import type { SearchLimit } from '@/lib/domain/run-end';
import type { LoopHost } from './loop-host';
import { type LoopState, progressOf } from './loop-state';
import { letInSeed, measureCandidates, NOTHING_MEASURED, wholeSelection } from './measure-candidates';
import { bestMember } from './pool';
import type { StepReport } from './step-report';
import { stepRewrites } from './step-rewrites';
import { tryMerge } from './try-merge';

/**
 * GEPA as a program over its host: the seed is measured, then each step is one iteration, and between two of them the
 * stop conditions are asked. The product and the check against the published code run this very loop; only their hosts
 * and their random streams differ.
 */

/**
 * The seed on the whole selection split. Its metric calls count, but no budget event tells of them. False where a cap cut
 * the measurement short: then no candidate can be compared with the seed.
 */
export async function beginLoop<Evidence>(state: LoopState, host: LoopHost<Evidence>): Promise<boolean> {
  const { seed, listen } = state;
  const { trainExamples, selectionExamples } = host;
  listen({ kind: 'optimization.started', seed, trainExamples, selectionExamples });
  const [first = NOTHING_MEASURED] = await measureCandidates(state, host, [
    { proposal: 0, components: seed, examples: wholeSelection(host), why: 'measurement' },
  ]);
  letInSeed(state, { components: seed, parents: [], ...first });
  return first.isComplete;
}

/** One iteration: a merge where one is due, else rewrites. */
export async function stepLoop<Evidence>(state: LoopState, host: LoopHost<Evidence>): Promise<StepReport> {
  const { listen } = state;
  listen({ kind: 'state.saved', iteration: state.iteration });
  state.iteration += 1;
  const { iteration } = state;
  const bestBefore = bestMember(state.pool).mean;
  listen({ kind: 'iteration.started', iteration });
  const merged = await tryMerge(state, host);
  const proposals = merged ? [merged] : await stepRewrites(state, host);
  const isBetter = bestMember(state.pool).mean > bestBefore;
  state.iterationsWithoutImprovement = isBetter ? 0 : state.iterationsWithoutImprovement + 1;
  listen({ kind: 'iteration.ended', iteration, accepted: proposals.some(({ member }) => member !== null) });
  return { iteration, proposals };
}

/** The limits that end the search, or null; asked between iterations. */
export const stopReason = (state: LoopState): readonly SearchLimit[] | null => state.stop(progressOf(state));

export function tellEnd(state: LoopState, limits: readonly SearchLimit[]): void {
  state.listen({
    kind: 'optimization.ended',
    best: bestMember(state.pool).index,
    iterations: state.iteration + 1,
    metricCalls: state.metricCalls,
    limits,
  });
}
