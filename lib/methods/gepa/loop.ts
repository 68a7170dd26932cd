import type { LoopHost } from './loop-host';
import { freshLoop, type LoopStart, type LoopState, progressOf } from './loop-state';
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

/** Why the search is over, or null; asked between iterations. */
export const stopReason = (state: LoopState): string | null => state.stop(progressOf(state));

/** The whole search on one host, for callers without a loop of their own. Ends only where a stop condition holds. */
export async function gepaLoop<Evidence>(start: LoopStart, host: LoopHost<Evidence>): Promise<LoopState> {
  const state = freshLoop(start);
  await beginLoop(state, host);
  let reason = stopReason(state);
  while (reason === null) {
    await stepLoop(state, host);
    reason = stopReason(state);
  }
  tellEnd(state, reason);
  return state;
}

export function tellEnd(state: LoopState, reason: string): void {
  state.listen({
    kind: 'optimization.ended',
    best: bestMember(state.pool).index,
    iterations: state.iteration + 1,
    metricCalls: state.metricCalls,
    reason,
  });
}
