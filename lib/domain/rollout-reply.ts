import type { RolloutLimits } from './agent';
import type { EnvironmentVerdict } from './environment-verdict';
import type { InjectionState } from './injection-state';
import type { AgentReward } from './rollout-documents';

/**
 * What a rollout of an agent left behind besides its output: journaled with the outcome of its call, so that a replay
 * reads it and starts no agent.
 */
export interface RolloutReply {
  /** For a collected trace, the id of the trace. */
  readonly rolloutId: string;
  /** It was read, not run. */
  readonly isTrace?: true;
  /** Attempts that were made; those before the last one failed for reasons outside of the agent. */
  readonly attempts: number;
  /** Null = no step was recorded. */
  readonly trajectoryHash: string | null;
  readonly modelCalls: number;
  readonly toolErrors: number;
  /** By component of the candidate. */
  readonly injection: Readonly<Record<string, InjectionState>>;
  /** Reward that the agent reports itself: shown and reflected upon, never a headline. */
  readonly selfReported: AgentReward | null;
  /** Absent = no environment of ours judged it. */
  readonly environment?: EnvironmentVerdict;
  /** The limit of the rollout that ended it. */
  readonly limit: keyof RolloutLimits | null;
  /** The condensed trajectory that a reflection reads; null on measurements, which are not reflected on. */
  readonly seen: SeenTrajectory | null;
  /** Who counted its tokens. */
  readonly countedBy: 'proxy' | 'agent' | 'unknown';
}

export interface SeenTrajectory {
  readonly text: string;
  /** Characters shown over all characters, in (0, 1]. */
  readonly share: number;
  readonly cuts: number;
}
