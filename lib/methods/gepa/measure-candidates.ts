import type { Components } from '@/lib/domain/components';
import type { ProposalReason } from '@/lib/domain/proposal-reason';
import type { Objectives, SelectionScores } from './frontier';
import type { LoopHost, SelectionTask } from './loop-host';
import { type LoopState, spendCalls } from './loop-state';
import { undominated } from './pareto';
import { addToPool, bestMember, meansOf, type PoolMember, poolFronts } from './pool';

/** Candidates on the selection split, what is known of them already left out, and their entry into the pool. */
export interface MeasuredCandidate {
  readonly measured: SelectionScores;
  /** Examples that had to be asked. */
  readonly calls: number;
  readonly isComplete: boolean;
}

export const NO_ROOM_TO_MEASURE: ProposalReason = { code: 'noRoomOnSelection' };

export const NOTHING_MEASURED: MeasuredCandidate = {
  measured: { scores: new Map(), objectives: new Map() },
  calls: 0,
  isComplete: false,
};

/**
 * All tasks in one wave. Cached scores are not measured again; they come first, then the fresh ones, so that sums run
 * in the published order. Books nothing: the caller that accepts a candidate books its calls.
 */
export async function measureCandidates<Evidence>(
  state: LoopState,
  host: LoopHost<Evidence>,
  tasks: readonly SelectionTask[],
): Promise<readonly MeasuredCandidate[]> {
  const split = selectionNamespace(host);
  const known = tasks.map(({ components, examples }) => {
    const found = examples.map((example) => [example, state.cache.get(components, split, example)] as const);
    return {
      hits: found.flatMap(([example, hit]) => (hit ? [[example, hit] as const] : [])),
      asked: found.flatMap(([example, hit]) => (hit ? [] : [example])),
    };
  });
  const open = tasks.flatMap((task, index) => {
    const examples = known[index]?.asked ?? [];
    return examples.length > 0 ? [{ index, task: { ...task, examples } }] : [];
  });
  const answers = open.length === 0 ? [] : await host.measure(open.map(({ task }) => task));
  const answerOf = new Map(open.map(({ index }, place) => [index, answers[place]]));
  return tasks.map((task, index) => {
    const { hits = [], asked = [] } = known[index] ?? {};
    const answer = answerOf.get(index);
    const fresh = asked.flatMap((example, place) => {
      const score = answer?.scores[place] ?? null;
      // A missing score is a position that was not measured.
      return score === null
        ? []
        : [[example, { score, objectives: answer?.objectives[place] ?? {} }] as const];
    });
    // Half an answer must not be remembered: it would be taken for a whole one later.
    const isComplete = asked.length === 0 || (answer?.isComplete === true && fresh.length > 0);
    if (isComplete) state.cache.put(task.components, split, new Map(fresh));
    return { measured: scoresOf([...hits, ...fresh]), calls: asked.length, isComplete };
  });
}

/** Where train and selection are one, what a child did on its minibatch counts for its measurement too. */
export const selectionNamespace = (host: Pick<LoopHost<unknown>, 'selectsOnTrain'>) =>
  host.selectsOnTrain ? ('train' as const) : ('selection' as const);

/** The evaluation policy: every candidate of the pool is measured on every selection example. */
export const wholeSelection = (host: Pick<LoopHost<unknown>, 'selectionExamples'>): readonly number[] =>
  Array.from({ length: host.selectionExamples }, (_, position) => position);

export interface Entrant extends Omit<MeasuredCandidate, 'isComplete'> {
  readonly components: Components;
  readonly parents: readonly number[];
}

/** Books its measurement and lets it in: one after the other, so that each sees the pool as the ones before left it. */
export function letIn(state: LoopState, entrant: Entrant): PoolMember {
  const { listen, iteration } = state;
  const discoveredAt = state.metricCalls;
  spendCalls(state, entrant.calls);
  const before = holders(state);
  const member = enter(state, entrant, discoveredAt);
  const members = holders(state);
  const displaced = before.filter((index) => !members.includes(index));
  listen({ kind: 'frontier.updated', iteration, members, displaced });
  tellMeasured(state, member);
  return member;
}

/** The first of all. Its calls are booked, but as where the count starts rather than as spent. */
export function letInSeed(state: LoopState, entrant: Entrant): PoolMember {
  state.metricCalls = entrant.calls;
  const member = enter(state, entrant, 0);
  tellMeasured(state, member);
  return member;
}

function enter(
  state: LoopState,
  { components, parents, measured }: Entrant,
  discoveredAt: number,
): PoolMember {
  const member = addToPool(state.pool, { components, parents, discoveredAt, measured });
  state.pointers.enter(member.index, parents);
  return member;
}

/** After the entry: the newcomer may be the best already. */
function tellMeasured({ pool, listen, iteration }: LoopState, member: PoolMember): void {
  const { index: candidate, scores, mean, parents } = member;
  const isBest = bestMember(pool).index === candidate;
  listen({ kind: 'selection.measured', iteration, candidate, scores, mean, isBest, parents });
}

/** Candidates that hold a front, whether or not another one dominates them. */
function holders({ pool }: LoopState): readonly number[] {
  return [...new Set(poolFronts(pool).flatMap((front) => [...front]))].sort((a, b) => a - b);
}

/** Candidates that parents and merges are drawn from. */
export const eligible = ({ pool }: LoopState): readonly number[] =>
  undominated(poolFronts(pool), meansOf(pool));

function scoresOf(
  entries: readonly (readonly [number, { readonly score: number; readonly objectives: Objectives }])[],
): SelectionScores {
  return {
    scores: new Map(entries.map(([example, { score }]) => [example, score])),
    objectives: new Map(
      entries.flatMap(([example, { objectives }]) =>
        Object.keys(objectives).length > 0 ? [[example, objectives] as const] : [],
      ),
    ),
  };
}
