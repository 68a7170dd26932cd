import { knownScores } from '@/lib/stats/known-scores';
import { type Judgement, judgeTrials, sumOf } from './acceptance';
import type { LoopHost } from './loop-host';
import { type LoopState, spendCalls } from './loop-state';
import type { Attempt } from './map-parents';
import {
  letIn,
  measureCandidates,
  NO_ROOM_TO_MEASURE,
  NOTHING_MEASURED,
  wholeSelection,
} from './measure-candidates';
import type { PoolMember } from './pool';
import { proposeChildren } from './propose-children';
import type { ProposalReport } from './step-report';
import { noteRewrite } from './try-merge';

/**
 * An iteration of rewrites: children are proposed and tried, judged against their parents, and the good ones let in.
 *
 * Judging is by the minibatch alone and comes before any selection example is asked: a child that is turned away costs no
 * measurement. One report a task, in the order of the tasks, whether or not anything came of it.
 */
export async function stepRewrites<Evidence>(
  state: LoopState,
  host: LoopHost<Evidence>,
): Promise<readonly ProposalReport[]> {
  const attempts = await proposeChildren(state, host);
  const tried = attempts.filter(isTried);
  const trials = tried.map(({ child, before, after }) => ({
    child,
    before: knownScores(before),
    after: knownScores(after),
  }));
  const judgement = judgeTrials(trials, state.rules);
  tellRejected(state, tried, judgement);
  const members = await enterPool(
    state,
    host,
    judgement.letIn.flatMap((index) => tried[index] ?? []),
  );
  return attempts.map((attempt) => {
    const place = tried.indexOf(attempt as Tried);
    const member = members.get(attempt.task.proposal) ?? null;
    const isUnmeasured = member === null && judgement.letIn.includes(place);
    return {
      proposal: attempt.task.proposal,
      how: 'reflection',
      parents: [attempt.task.parent],
      names: attempt.names,
      child: attempt.child,
      examples: attempt.task.minibatch,
      before: knownScores(attempt.before),
      after: attempt.after && knownScores(attempt.after),
      member,
      reason: isUnmeasured ? NO_ROOM_TO_MEASURE : (judgement.reasons[place] ?? attempt.reason),
    };
  });
}

/** The children that are let in, measured in one wave and entered one by one; by their proposal. */
async function enterPool<Evidence>(
  state: LoopState,
  host: LoopHost<Evidence>,
  entering: readonly Tried[],
): Promise<ReadonlyMap<number, PoolMember>> {
  const tasks = entering.map(({ task, child }) => ({
    proposal: task.proposal,
    components: child,
    examples: wholeSelection(host),
    why: 'measurement' as const,
  }));
  const measured = await measureCandidates(state, host, tasks);
  return new Map(
    entering.flatMap(({ task, child, after }, index) => {
      const { isComplete, ...scores } = measured[index] ?? NOTHING_MEASURED;
      // Half a measurement is none: it would stand in the pool below its worth.
      if (!isComplete) {
        spendCalls(state, scores.calls);
        return [];
      }
      const parents = [task.parent];
      const member = letIn(state, { components: child, parents, ...scores });
      const at = { iteration: state.iteration, candidate: member.index, parents };
      state.listen({ kind: 'candidate.accepted', ...at, sum: sumOf(knownScores(after)) });
      // Each newcomer owes a merge, not each iteration.
      noteRewrite(state);
      return [[task.proposal, member] as const];
    }),
  );
}

/** An attempt that has a child and its scores: only such ones are judged. */
type Tried = Attempt & {
  readonly child: NonNullable<Attempt['child']>;
  readonly after: NonNullable<Attempt['after']>;
};

const isTried = (attempt: Attempt): attempt is Tried => attempt.child !== null && attempt.after !== null;

/** Before the others enter, as the published code tells it. */
function tellRejected(state: LoopState, tried: readonly Tried[], judgement: Judgement): void {
  tried.forEach(({ task, before, after }, index) => {
    if (judgement.letIn.includes(index)) return;
    state.listen({
      kind: 'candidate.rejected',
      iteration: state.iteration,
      sumBefore: sumOf(knownScores(before)),
      sumAfter: sumOf(knownScores(after)),
      parents: [task.parent],
      reason: judgement.reasons[index] ?? { code: 'noText' },
    });
  });
}
