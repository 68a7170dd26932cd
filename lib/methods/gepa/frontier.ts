import type { GepaSettings } from '@/lib/domain/method-settings';
import { PythonIntSet } from '@/lib/random/python-int-set';

/**
 * The Pareto frontier of a pool: for every key the best score that any candidate has there, and all that have it (its
 * front). Candidates are known by their index in the pool, examples by their position in the selection split.
 *
 *     instance    a key an example
 *     objective   a key an objective, by the candidate's mean over the examples
 *     hybrid      both
 *     cartesian   a key a pair of example and objective
 *
 * Knows no texts and removes no candidate: ./pareto decides which candidates are dominated.
 */
export type Objectives = Readonly<Record<string, number>>;

/** A candidate on the selection split. Positions that were not measured are absent. */
export interface SelectionScores {
  readonly scores: ReadonlyMap<number, number>;
  /** Empty where the evaluator gives one number only. */
  readonly objectives: ReadonlyMap<number, Objectives>;
}

export interface Front {
  readonly best: number;
  readonly members: PythonIntSet;
}

export type FrontKey =
  | { readonly kind: 'instance'; readonly example: number }
  | { readonly kind: 'objective'; readonly objective: string }
  | { readonly kind: 'cartesian'; readonly example: number; readonly objective: string };

export interface Frontier {
  readonly byExample: Map<number, Front>;
  readonly byObjective: Map<string, Front>;
  /** Filled for the cartesian frontier only: it has as many keys as examples times objectives. */
  readonly byPair: Map<string, Front & { readonly key: FrontKey }>;
}

export const emptyFrontier = (): Frontier => ({
  byExample: new Map(),
  byObjective: new Map(),
  byPair: new Map(),
});

/** Enters one candidate: it joins a front whose best it ties and replaces one that it beats. */
export function enterFrontier(
  frontier: Frontier,
  kind: GepaSettings['frontier'],
  { index, measured }: { readonly index: number; readonly measured: SelectionScores },
): void {
  for (const [example, score] of measured.scores) {
    frontier.byExample.set(example, entered(frontier.byExample.get(example), score, index));
  }
  for (const [objective, mean] of objectiveMeans(measured.objectives)) {
    frontier.byObjective.set(objective, entered(frontier.byObjective.get(objective), mean, index));
  }
  if (kind !== 'cartesian') return;
  for (const [example, objectives] of measured.objectives) {
    for (const [objective, score] of Object.entries(objectives)) {
      const place = JSON.stringify([example, objective]);
      const front = entered(frontier.byPair.get(place), score, index);
      frontier.byPair.set(place, { ...front, key: { kind: 'cartesian', example, objective } });
    }
  }
}

/** The fronts that parents are chosen by. Where no objective was ever given, those of the examples stand in. */
export function frontsOf(
  frontier: Frontier,
  kind: GepaSettings['frontier'],
): readonly { readonly key: FrontKey; readonly members: PythonIntSet }[] {
  const instance = [...frontier.byExample].map(([example, { members }]) => ({
    key: { kind: 'instance' as const, example },
    members: PythonIntSet.copyOf(members),
  }));
  if (frontier.byObjective.size === 0) return instance;
  const objective = [...frontier.byObjective].map(([name, { members }]) => ({
    key: { kind: 'objective' as const, objective: name },
    members: PythonIntSet.copyOf(members),
  }));
  if (kind === 'instance') return instance;
  if (kind === 'objective') return objective;
  if (kind === 'hybrid') return [...instance, ...objective];
  return [...frontier.byPair.values()].map(({ key, members }) => ({
    key,
    members: PythonIntSet.copyOf(members),
  }));
}

/** Mean of each objective over the examples that have it. */
export function objectiveMeans(objectives: ReadonlyMap<number, Objectives>): ReadonlyMap<string, number> {
  const sums = new Map<string, { readonly sum: number; readonly n: number }>();
  for (const scores of objectives.values()) {
    for (const [name, score] of Object.entries(scores)) {
      const { sum, n } = sums.get(name) ?? { sum: 0, n: 0 };
      sums.set(name, { sum: sum + score, n: n + 1 });
    }
  }
  return new Map([...sums].map(([name, { sum, n }]) => [name, sum / n]));
}

function entered(front: Front | undefined, score: number, index: number): Front {
  if (front === undefined || score > front.best) return { best: score, members: new PythonIntSet([index]) };
  if (score === front.best) front.members.add(index);
  return front;
}
