import type { GepaSettings } from '@/lib/domain/method-settings';

/**
 * The pairs of parent and minibatch of one iteration: one; n minibatches of one parent; n pairs of their own; or P
 * parents with n minibatches each. Parents and minibatches are drawn in turn, in a fixed order.
 */
export interface ProposalTask {
  readonly proposal: number;
  /** Number in the pool. */
  readonly parent: number;
  readonly minibatch: readonly number[];
}

export interface TaskSource {
  selectParent(): number;
  nextMinibatch(): readonly number[];
}

export function sampleTasks(sampling: GepaSettings['sampling'], source: TaskSource): readonly ProposalTask[] {
  const { parents, each } = shapeOf(sampling);
  const tasks: ProposalTask[] = [];
  for (let drawn = 0; drawn < parents; drawn += 1) {
    const parent = source.selectParent();
    for (let child = 0; child < each; child += 1) {
      const minibatch = source.nextMinibatch();
      // At the end of an epoch there may be examples for fewer proposals than were asked for.
      if (minibatch.length > 0) tasks.push({ proposal: tasks.length, parent, minibatch });
    }
  }
  return tasks;
}

function shapeOf(sampling: GepaSettings['sampling']): { readonly parents: number; readonly each: number } {
  if (sampling.kind === 'single') return { parents: 1, each: 1 };
  if (sampling.kind === 'sameParent') return { parents: 1, each: sampling.n };
  if (sampling.kind === 'independent') return { parents: sampling.n, each: 1 };
  return { parents: sampling.parents, each: sampling.n };
}
