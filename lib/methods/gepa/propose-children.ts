import { withTexts } from '@/lib/domain/components';
import { knownScores } from '@/lib/stats/known-scores';
import type { LoopHost, MinibatchTask } from './loop-host';
import { isRepeated, type LoopState, spendCalls } from './loop-state';
import { type Attempt, type Looked, mapParents, remember } from './map-parents';

/**
 * The rewrites of one iteration up to their trial: the parents mapped, new texts proposed for them, the children tried
 * on the same minibatches. Each of the three is one wave over all proposals. What becomes of the children is
 * ./acceptance's to say.
 */
export async function proposeChildren<Evidence>(
  state: LoopState,
  host: LoopHost<Evidence>,
): Promise<readonly Attempt[]> {
  const looked = await mapParents(state, host);
  const written = await rewrite(state, host, looked);
  return tryOut(state, host, written);
}

/** New texts for all parents at once; an attempt without any ends here, with the reason. */
async function rewrite<Evidence>(
  state: LoopState,
  host: LoopHost<Evidence>,
  looked: readonly Looked<Evidence>[],
): Promise<readonly Attempt[]> {
  const { listen, iteration } = state;
  const jobs = looked.flatMap(({ task, parent, names, evidence }) =>
    evidence === null ? [] : [{ proposal: task.proposal, components: parent.components, names, evidence }],
  );
  for (const { task, names, evidence } of looked) {
    if (evidence === null) continue;
    const rewritten = { iteration, candidate: task.parent, components: names };
    listen({ kind: 'reflectiveDataset.built', ...rewritten });
    listen({ kind: 'proposal.started', ...rewritten });
  }
  const answers = jobs.length === 0 ? [] : await host.propose(jobs);
  const answerOf = new Map(jobs.map(({ proposal }, index) => [proposal, answers[index]]));
  return looked.map(({ evidence: _, ...attempt }) => {
    const answer = answerOf.get(attempt.task.proposal);
    if (answer === undefined) return attempt;
    // Without a new text the child would be its parent: trying it would only cost.
    if (answer.texts.size === 0) return { ...attempt, reason: answer.fault ?? { code: 'noText' } };
    const child = withTexts(attempt.parent.components, answer.texts);
    listen({
      kind: 'proposal.ended',
      iteration,
      candidate: attempt.task.parent,
      components: attempt.names,
      texts: answer.texts,
    });
    if (isRepeated(state, child)) return { ...attempt, reason: { code: 'inPool' } };
    return { ...attempt, child };
  });
}

/**
 * Parent and child are compared on the same examples, so that chance in the draw of a minibatch favours neither. Cost: one
 * rollout an example and child.
 */
async function tryOut<Evidence>(
  state: LoopState,
  host: LoopHost<Evidence>,
  written: readonly Attempt[],
): Promise<readonly Attempt[]> {
  const { listen, iteration } = state;
  const tasks: readonly MinibatchTask[] = written.flatMap(({ task, child }) =>
    child === null ? [] : [{ proposal: task.proposal, components: child, minibatch: task.minibatch }],
  );
  if (tasks.length === 0) return written;
  const at = (proposal: number) => ({
    iteration,
    candidate: null,
    parents: written.filter(({ task }) => task.proposal === proposal).map(({ parent }) => parent.index),
  });
  for (const { proposal, minibatch } of tasks)
    listen({ kind: 'evaluation.started', ...at(proposal), examples: minibatch.length });
  const tried = await host.tryChildren(tasks);
  tasks.forEach((task, index) => {
    listen({
      kind: 'evaluation.ended',
      ...at(task.proposal),
      scores: knownScores(tried[index]?.scores ?? []),
    });
    remember(state, task, tried[index]);
  });
  spendCalls(
    state,
    tasks.reduce((sum, { minibatch }) => sum + minibatch.length, 0),
  );
  const triedOf = new Map(tasks.map(({ proposal }, index) => [proposal, tried[index]]));
  return written.map((attempt) => {
    const scored = triedOf.get(attempt.task.proposal);
    if (scored === undefined) return attempt;
    if (!scored.isComplete) return { ...attempt, reason: { code: 'noRoomOnMinibatch' } };
    return onBothScored(attempt, scored.scores);
  });
}

/** Only examples that parent and child were both scored on tell one from the other. */
function onBothScored(attempt: Attempt, after: readonly (number | null)[]): Attempt {
  const both = attempt.before.flatMap((before, at) => {
    const score = after[at] ?? null;
    return before === null || score === null ? [] : [{ before, after: score }];
  });
  if (both.length === 0) return { ...attempt, reason: { code: 'unscored' } };
  return {
    ...attempt,
    before: both.map(({ before }) => before),
    after: both.map(({ after: score }) => score),
  };
}
