/**
 * The tasks of a workspace in the order in which the form of an experiment proposes them for a data set: first those of
 * its kind that compare with its expected answers, then those of its kind that ask an evaluator or a program, which was made
 * for other examples, then the rest. The order within each stays. Cost: O(n log n).
 */
import type { ScoringKind } from '@/lib/domain/scoring';

interface Proposed {
  readonly preset: string;
  readonly artefact: boolean;
  readonly scoring: { readonly kind: ScoringKind };
}

const ELSEWHERE: readonly ScoringKind[] = ['http', 'command'];

/** `preset`: the data set's; undefined while none is known. */
export function proposedTasks<Task extends Proposed>(
  tasks: readonly Task[],
  preset: string | undefined,
): readonly Task[] {
  if (preset === undefined) return tasks;
  const rank = (task: Task) => {
    if (task.preset !== preset) return 2;
    return task.artefact || ELSEWHERE.includes(task.scoring.kind) ? 1 : 0;
  };
  return tasks.toSorted((a, b) => rank(a) - rank(b));
}
