import type { Components } from '@/lib/domain/components';
import type { GepaSettings } from '@/lib/domain/method-settings';
import { type CandidateCache, candidateCache, NO_CACHE } from './candidate-cache';
import { candidateKey } from './candidate-key';
import type { Draws } from './draws';
import type { Listen } from './events';
import type { MergePair } from './merge-pair';
import { bestMember, emptyPool, type Pool } from './pool';
import { type ComponentPointers, componentPointers } from './select-components';
import { type SearchProgress, type StopCondition, stopConditionOf } from './stop-conditions';

/**
 * All that the loop remembers from iteration to iteration. It lives as long as one walk over the journal; a run that is
 * taken up again builds it anew by walking the same path. Changed by the loop's own files only.
 */
export type LoopRules = Pick<
  GepaSettings,
  | 'frontier'
  | 'parent'
  | 'components'
  | 'acceptance'
  | 'keep'
  | 'sampling'
  | 'merge'
  | 'skipPerfect'
  | 'candidateCache'
  | 'stop'
>;

export interface LoopState {
  readonly rules: LoopRules;
  readonly seed: Components;
  readonly pool: Pool;
  readonly pointers: ComponentPointers;
  readonly cache: CandidateCache;
  readonly merges: MergeState;
  readonly listen: Listen;
  readonly stop: StopCondition;
  /** Whether one text may be in the pool twice, as the published code lets it. */
  readonly allowsRepeats: boolean;
  /** Handed anew to each iteration where a run forks its streams; one and the same where one stream is repeated. */
  draws: Draws;
  /** The last one that was begun; -1 = none yet. */
  iteration: number;
  metricCalls: number;
  proposals: number;
  iterationsWithoutImprovement: number;
}

export interface MergeState {
  /** Merges that are still owed: one for every rewrite that was let in. */
  due: number;
  /** Merges that were let in; at most as many as the rules allow. */
  letIn: number;
  /** Whether the last iteration let a rewrite in: only then a merge is tried. */
  isFresh: boolean;
  readonly pairs: Set<string>;
  readonly made: Set<string>;
}

export interface LoopStart {
  readonly rules: LoopRules;
  readonly seed: Components;
  readonly draws: Draws;
  readonly listen?: Listen;
  /** Another condition than the rules' own. */
  readonly stop?: StopCondition;
  /** Absent = no. */
  readonly allowsRepeats?: boolean;
}

export function freshLoop({ rules, seed, draws, listen, stop, allowsRepeats }: LoopStart): LoopState {
  return {
    allowsRepeats: allowsRepeats ?? false,
    rules,
    seed,
    pool: emptyPool(rules.frontier),
    pointers: componentPointers([...seed.keys()], rules.components),
    cache: rules.candidateCache ? candidateCache() : NO_CACHE,
    merges: { due: 0, letIn: 0, isFresh: false, pairs: new Set(), made: new Set() },
    listen: listen ?? (() => undefined),
    stop: stop ?? stopConditionOf(rules.stop),
    draws,
    iteration: -1,
    metricCalls: 0,
    proposals: 0,
    iterationsWithoutImprovement: 0,
  };
}

export function spendCalls(state: LoopState, delta: number): void {
  state.metricCalls += delta;
  state.listen({ kind: 'budget.updated', iteration: state.iteration, used: state.metricCalls, delta });
}

export function progressOf(state: LoopState): SearchProgress {
  const { metricCalls, iterationsWithoutImprovement, proposals, pool } = state;
  return {
    metricCalls,
    iterationsWithoutImprovement,
    candidates: pool.members.length,
    proposals,
    score: bestMember(pool).mean,
  };
}

/** A text that is in the pool already would be measured again to no end. */
export function isRepeated({ pool, allowsRepeats }: LoopState, components: Components): boolean {
  if (allowsRepeats) return false;
  const key = candidateKey(components);
  return pool.members.some((member) => candidateKey(member.components) === key);
}

export const pairKey = ({ first, second, ancestor }: MergePair) => `${first}/${second}/${ancestor}`;
