/**
 * The task that the form of an experiment proposes for a data set, or null where none fits it. One that an experiment on
 * this set uses comes first; then one of its kind that compares answers with the expected ones. A task that asks an evaluator
 * or a program, or that scores an artefact, was made for the examples that it was used with, so it fits those alone. One that
 * reads numbers only comes last: on answers in words it would score every one 0.
 */
import type { ScoringKind } from '@/lib/domain/scoring';

interface Proposed {
  readonly preset: string;
  readonly artefact: boolean;
  readonly scoring: { readonly kind: ScoringKind };
  readonly datasetIds: readonly string[];
}

interface Chosen {
  readonly id: string;
  readonly preset: string;
}

const ELSEWHERE: readonly ScoringKind[] = ['http', 'command'];

/** The first of several that fit equally. Cost: O(n). */
export function proposedTask<Task extends Proposed>(
  tasks: readonly Task[],
  dataset: Chosen | undefined,
): Task | null {
  if (dataset === undefined) return null;
  const used = tasks.find(({ datasetIds }) => datasetIds.includes(dataset.id));
  const comparing = tasks.filter((task) => compares(task, dataset));
  const reader = comparing.find(({ scoring }) => scoring.kind !== 'numericTolerance');
  return used ?? reader ?? comparing[0] ?? null;
}

function compares({ preset, artefact, scoring }: Proposed, dataset: Chosen): boolean {
  return preset === dataset.preset && !artefact && !ELSEWHERE.includes(scoring.kind);
}
