import type { Components } from '@/lib/domain/components';
import type { ProposalReason } from '@/lib/domain/proposal-reason';
import { knownScores } from '@/lib/stats/known-scores';
import { candidateKey } from './candidate-key';
import type { LoopHost, MappedMinibatch, MinibatchTask, Scored } from './loop-host';
import { type LoopState, spendCalls } from './loop-state';
import type { PoolMember } from './pool';
import { type ProposalTask, sampleTasks } from './sample-tasks';
import { selectParent } from './select-parent';

/**
 * The first half of an iteration of rewrites: pairs of parent and minibatch are drawn, the parents mapped in one wave,
 * and each is looked at for whether there is anything to learn.
 */
export interface Attempt {
  readonly task: ProposalTask;
  readonly parent: PoolMember;
  /** Scores of the parent on the minibatch; null = missing. */
  readonly before: readonly (number | null)[];
  /** Components to rewrite; empty where it is skipped. */
  readonly names: readonly string[];
  /** Null where there is none, and `reason` says why. */
  readonly child: Components | null;
  readonly after: readonly (number | null)[] | null;
  readonly reason: ProposalReason;
}

/** On the way from a mapped parent to a tried child. */
export type Looked<Evidence> = Attempt & { readonly evidence: Evidence | null };

export async function mapParents<Evidence>(
  state: LoopState,
  host: LoopHost<Evidence>,
): Promise<readonly Looked<Evidence>[]> {
  const tasks = drawTasks(state, host);
  if (tasks.length === 0) return [];
  const mapped = await mapOnce(state, host, tasks);
  return tasks.map((task, index) => lookAt(state, task, mapped[index]));
}

/** All draws of the iteration come before its first call, so no answer can shift them. */
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
    listen({ kind: 'evaluation.ended', ...at(task), scores: knownScores(mapped[index]?.scores ?? []) });
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

/**
 * Whether there is something to learn, and what is to be rewritten. A parent that is skipped keeps its component pointer:
 * the next proposal from it is for the component that this one would have been for.
 */
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
  const skip = (reason: 'nothingToLearnFrom' | 'allPerfect') => {
    listen({
      kind: 'evaluation.skipped',
      iteration,
      candidate: task.parent,
      reason,
      scores: knownScores(before),
    });
    return { ...attempt, evidence: null, reason: { code: reason } };
  };
  if (evidence === null) return skip('nothingToLearnFrom');
  if (rules.skipPerfect && before.every((score) => score !== null && score >= PERFECT))
    return skip('allPerfect');
  return { ...attempt, evidence, names: pointers.next(task.parent), reason: UNTRIED };
}

/** Until a later step says more. */
const UNTRIED: ProposalReason = { code: 'noText' };

/** Scores are numbers in 0..1. */
const PERFECT = 1;

/** Rollouts on training examples are known from now on; read again only where candidates are selected on them. */
export function remember(
  state: LoopState,
  { components, minibatch }: MinibatchTask,
  scored: Scored | undefined,
): void {
  if (!scored?.isComplete) return;
  const { scores, objectives } = scored;
  const entries = minibatch.flatMap((example, index) => {
    const score = scores[index] ?? null;
    return score === null ? [] : [[example, { score, objectives: objectives[index] ?? {} }] as const];
  });
  state.cache.put(components, 'train', new Map(entries));
}

const partsOf = (member: PoolMember | undefined): Components => member?.components ?? new Map();
