import { candidateKey } from './candidate-key';
import { type Components, withTexts } from './components';
import type { LoopHost, MappedMinibatch, MinibatchTask, Scored } from './loop-host';
import { type LoopState, spendCalls } from './loop-state';
import type { PoolMember } from './pool';
import { type ProposalTask, sampleTasks } from './sample-tasks';
import { selectParent } from './select-parent';

/**
 * The rewrites of one iteration up to their trial: pairs of parent and minibatch are drawn, the parents mapped, new
 * texts proposed, the children tried on the same minibatches. Each of the three is one wave over all proposals. What
 * becomes of the children is ./acceptance's to say.
 */
export interface Attempt {
  readonly task: ProposalTask;
  readonly parent: PoolMember;
  /** Of the parent on the minibatch. */
  readonly before: readonly number[];
  readonly names: readonly string[];
  /** Null where there is none, and `reason` says why. */
  readonly child: Components | null;
  readonly after: readonly number[] | null;
  readonly reason: string;
}

export async function proposeChildren<Evidence>(
  state: LoopState,
  host: LoopHost<Evidence>,
): Promise<readonly Attempt[]> {
  const tasks = drawTasks(state, host);
  if (tasks.length === 0) return [];
  const mapped = await mapOnce(state, host, tasks);
  const looked = tasks.map((task, index) => lookAt(state, task, mapped[index]));
  const written = await rewrite(state, host, looked);
  return tryOut(state, host, written);
}

/** On the way from a mapped parent to a tried child. */
type Looked<Evidence> = Attempt & { readonly evidence: Evidence | null };

function drawTasks<Evidence>(state: LoopState, host: LoopHost<Evidence>): readonly ProposalTask[] {
  const { pool, rules, draws, listen, iteration } = state;
  const tasks = sampleTasks(rules.sampling, {
    selectParent: () => selectParent(pool, rules.parent, draws),
    nextMinibatch: () => host.nextMinibatch(iteration),
  });
  state.proposals += tasks.length;
  for (const { parent, minibatch } of tasks) {
    const mean = pool.members[parent]?.mean ?? 0;
    listen({ kind: 'candidate.selected', iteration, candidate: parent, mean });
    listen({ kind: 'minibatch.sampled', iteration, examples: minibatch });
  }
  return tasks;
}

/** One parent drawn twice with the same minibatch is mapped once. */
async function mapOnce<Evidence>(
  state: LoopState,
  host: LoopHost<Evidence>,
  tasks: readonly ProposalTask[],
): Promise<readonly MappedMinibatch<Evidence>[]> {
  const { iteration, listen, pool } = state;
  const asked = tasks.map((task) => ({ ...task, components: partsOf(pool.members[task.parent]) }));
  const keys = asked.map(({ components, minibatch }) => `${candidateKey(components)}/${minibatch.join(',')}`);
  const firsts = asked.filter((_, index) => keys.indexOf(keys[index] ?? '') === index);
  const at = ({ parent }: ProposalTask) => ({
    iteration,
    candidate: parent,
    parents: pool.members[parent]?.parents ?? [],
  });
  for (const task of tasks)
    listen({ kind: 'evaluation.started', ...at(task), examples: task.minibatch.length });
  const answers = await host.mapParents(firsts);
  const answerOf = new Map(firsts.map(({ proposal }, index) => [proposal, answers[index]]));
  const mapped = keys.flatMap((key) => answerOf.get(keys.indexOf(key)) ?? []);
  tasks.forEach((task, index) => {
    listen({ kind: 'evaluation.ended', ...at(task), scores: mapped[index]?.scores ?? [] });
  });
  spendCalls(
    state,
    firsts.reduce((sum, { minibatch }) => sum + minibatch.length, 0),
  );
  asked.forEach((task, index) => {
    remember(state, task, mapped[index]);
  });
  return mapped;
}

/** Whether there is something to learn, and what is to be rewritten. */
function lookAt<Evidence>(
  state: LoopState,
  task: ProposalTask,
  mapped: MappedMinibatch<Evidence> | undefined,
): Looked<Evidence> {
  const { pool, rules, pointers, listen, iteration } = state;
  const parent = pool.members[task.parent] as PoolMember;
  const before = mapped?.scores ?? [];
  const evidence = mapped?.evidence ?? null;
  const attempt = { task, parent, before, names: [], child: null, after: null };
  const skip = (reason: 'nothingToLearnFrom' | 'allPerfect', sentence: string) => {
    listen({ kind: 'evaluation.skipped', iteration, candidate: task.parent, reason, scores: before });
    return { ...attempt, evidence: null, reason: sentence };
  };
  if (evidence === null)
    return skip('nothingToLearnFrom', 'No example of the minibatch could be learned from.');
  if (rules.skipPerfect && before.every((score) => score >= PERFECT)) {
    return skip(
      'allPerfect',
      'The parent is right on its whole minibatch: there is nothing to learn from it.',
    );
  }
  return { ...attempt, evidence, names: pointers.next(task.parent), reason: '' };
}

/** Scores are numbers in 0..1. */
const PERFECT = 1;

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
    if (answer.texts.size === 0) return { ...attempt, reason: answer.fault ?? 'No new text came.' };
    listen({
      kind: 'proposal.ended',
      iteration,
      candidate: attempt.task.parent,
      components: attempt.names,
      texts: answer.texts,
    });
    return { ...attempt, child: withTexts(attempt.parent.components, answer.texts) };
  });
}

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
    listen({ kind: 'evaluation.ended', ...at(task.proposal), scores: tried[index]?.scores ?? [] });
    remember(state, task, tried[index]);
  });
  spendCalls(
    state,
    tasks.reduce((sum, { minibatch }) => sum + minibatch.length, 0),
  );
  const afterOf = new Map(tasks.map(({ proposal }, index) => [proposal, tried[index]?.scores ?? []]));
  return written.map((attempt) => ({ ...attempt, after: afterOf.get(attempt.task.proposal) ?? null }));
}

/** Rollouts on training examples are known from now on; read again only where candidates are selected on them. */
function remember(
  state: LoopState,
  { components, minibatch }: MinibatchTask,
  scored: Scored | undefined,
): void {
  const entries = minibatch.map((example, index) => {
    return [
      example,
      { score: scored?.scores[index] ?? 0, objectives: scored?.objectives[index] ?? {} },
    ] as const;
  });
  state.cache.put(components, 'train', new Map(entries));
}

const partsOf = (member: PoolMember | undefined): Components => member?.components ?? new Map();
