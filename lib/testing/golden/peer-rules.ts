import type { GepaSettings } from '@/lib/domain/method-settings';
import type { LoopRules } from '@/lib/methods/gepa/loop-state';
import type { PeerEvent } from './peer-events';

/** The configuration of a recorded run of the peer in our words. */
export interface PeerConfig {
  readonly seed: number;
  readonly trainset_size?: number;
  readonly valset_is_trainset?: boolean;
  readonly max_metric_calls: number;
  readonly reflection_minibatch_size: number;
  readonly combee_duplication_factor?: number | null;
  readonly candidate_selection_strategy?: string;
  readonly acceptance_criterion?: string;
  readonly cache_evaluation?: boolean;
  readonly skip_perfect_score?: boolean;
  readonly sampling_strategy?: string;
  readonly selection_strategy?: string;
  readonly use_merge?: boolean;
  readonly max_merge_invocations?: number;
  readonly module_selector?: string;
}

export function rulesOf(config: PeerConfig, events: readonly PeerEvent[]): LoopRules {
  return {
    frontier: 'instance',
    parent: PARENTS[config.candidate_selection_strategy ?? 'pareto'] ?? { kind: 'pareto' },
    components: config.module_selector === 'all' ? 'all' : 'roundRobin',
    acceptance: config.acceptance_criterion === 'improvement_or_equal' ? 'orEqual' : 'strict',
    keep: keepOf(config, events),
    sampling: samplingOf(config, events),
    merge: config.use_merge === true ? { maxInvocations: config.max_merge_invocations ?? 5 } : null,
    skipPerfect: config.skip_perfect_score !== false,
    candidateCache: config.cache_evaluation === true,
    stop: {
      metricCalls: config.max_metric_calls,
      iterationsWithoutImprovement: null,
      candidates: null,
      proposals: null,
      score: null,
    },
  };
}

/** With the values that the peer's names stand for. */
const PARENTS: Readonly<Record<string, GepaSettings['parent']>> = {
  pareto: { kind: 'pareto' },
  current_best: { kind: 'currentBest' },
  epsilon_greedy: { kind: 'epsilonGreedy', epsilon: 0.1 },
  top_k_pareto: { kind: 'topKPareto', k: 5 },
};

/** The recordings name a strategy without its numbers; how many there were is read from what happened. */
function samplingOf(config: PeerConfig, events: readonly PeerEvent[]): GepaSettings['sampling'] {
  const parents = parentsByIteration(events);
  const n = parents[0]?.length ?? 1;
  if (config.sampling_strategy === 'SameParentSampling') return { kind: 'sameParent', n };
  if (config.sampling_strategy === 'IndependentSampling') return { kind: 'independent', n };
  if (config.sampling_strategy !== 'PxNSampling') return { kind: 'single' };
  // A parent's children stand together: the shortest stretch of one parent holds those of one.
  const stretch = Math.min(...parents.flatMap(stretches));
  return { kind: 'pxn', parents: n / stretch, n: stretch };
}

function keepOf(config: PeerConfig, events: readonly PeerEvent[]): GepaSettings['keep'] {
  if (config.selection_strategy === 'BestImprovement') return { kind: 'best' };
  if (config.selection_strategy !== 'TopKImprovements') return { kind: 'all' };
  const accepted = new Map<number, number>();
  for (const { e, i = 0 } of events) if (e === 'accepted') accepted.set(i, (accepted.get(i) ?? 0) + 1);
  return { kind: 'topK', k: Math.max(1, ...accepted.values()) };
}

function parentsByIteration(events: readonly PeerEvent[]): readonly (readonly number[])[] {
  const selected = events.filter(({ e }) => e === 'selected');
  const iterations = [...new Set(selected.map(({ i }) => i))];
  return iterations.map((iteration) =>
    selected.flatMap(({ i, candidate = 0 }) => (i === iteration ? [candidate] : [])),
  );
}

/** Lengths of the runs of one and the same number. */
function stretches(numbers: readonly number[]): readonly number[] {
  const starts = numbers.flatMap((one, index) => (index === 0 || one !== numbers[index - 1] ? [index] : []));
  return starts.map((start, index) => (starts[index + 1] ?? numbers.length) - start);
}
