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

export interface PeerRecording {
  /** Holds the numbers of a strategy, as in `pxn_2x2_top2`: the configuration names strategies without them. */
  readonly name: string;
  readonly config: PeerConfig;
  readonly events: readonly PeerEvent[];
}

export function rulesOf({ name, config, events }: PeerRecording): LoopRules {
  return {
    frontier: 'instance',
    parent: PARENTS[config.candidate_selection_strategy ?? 'pareto'] ?? { kind: 'pareto' },
    components: config.module_selector === 'all' ? 'all' : 'roundRobin',
    acceptance: config.acceptance_criterion === 'improvement_or_equal' ? 'orEqual' : 'strict',
    keep: keepOf(name, config),
    sampling: samplingOf(name, config, events),
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

function samplingOf(
  name: string,
  config: PeerConfig,
  events: readonly PeerEvent[],
): GepaSettings['sampling'] {
  // Every iteration draws as many pairs as the first.
  const n = events.filter(({ e, i }) => e === 'selected' && i === 1).length;
  if (config.sampling_strategy === 'SameParentSampling') return { kind: 'sameParent', n };
  if (config.sampling_strategy === 'IndependentSampling') return { kind: 'independent', n };
  if (config.sampling_strategy !== 'PxNSampling') return { kind: 'single' };
  const [, parents = 1, each = 1] = (/(\d+)x(\d+)/.exec(name) ?? []).map(Number);
  return { kind: 'pxn', parents, n: each };
}

function keepOf(name: string, config: PeerConfig): GepaSettings['keep'] {
  if (config.selection_strategy === 'BestImprovement') return { kind: 'best' };
  if (config.selection_strategy !== 'TopKImprovements') return { kind: 'all' };
  return { kind: 'topK', k: Number(/top(\d+)/.exec(name)?.[1] ?? 1) };
}
