import type { EnvironmentRef } from '@/lib/domain/environment-ref';
import type { EnvironmentVerdict } from '@/lib/domain/environment-verdict';
import type { RolloutJob, RolloutOutcome } from '@/lib/domain/rollout-documents';

/**
 * Hands one job to one agent and gives back what came of it.
 *
 * Contract: never throws for an agent that fails; throws only where an address may not be called or an invariant broke.
 * Once the signal aborts, the agent is told to stop (`cancelUrl`, SIGTERM and 10 s later SIGKILL) and the end is `stopped`.
 * An outcome names the job's rollout and attempt, or it is no outcome of this job.
 */
export interface AgentCarrier {
  carry(job: RolloutJob, context: CarryContext): Promise<CarryEnd>;
}

export interface CarryContext {
  /** Aborts when the attempt is over for us: its deadline, a cancel, or the pause of the run. */
  readonly signal: AbortSignal;
  /** The first outcome that the agent posts to the job's `resultUrl`; pending for ever where none comes. */
  readonly posted: Promise<RolloutOutcome>;
  readonly environment?: EnvironmentRef | undefined;
}

export type CarryEnd =
  | {
      readonly kind: 'outcome';
      readonly outcome: RolloutOutcome;
      /** Given by carriers whose agent acts in an environment of ours; it alone scores. */
      readonly environment?: EnvironmentVerdict;
    }
  | { readonly kind: 'stopped' }
  | {
      readonly kind: 'failed';
      /** `agent` scores 0 and counts; `infrastructure` is tried again, then missing. */
      readonly failure: 'agent' | 'infrastructure';
      readonly fault: CarryFault;
      /** HTTP status or exit code, where there is one. */
      readonly code: number | null;
      /** The agent's own hint when to ask again. */
      readonly retryAfterMs?: number;
    };

export type CarryFault =
  /** No connection, or the connection broke. */
  | 'unreachable'
  /** 429 or 503: too many rollouts at once. */
  | 'busy'
  /** Another 5xx. */
  | 'serverFailed'
  /** Another 4xx, or a redirect: the address does not take jobs. */
  | 'refused'
  /** The reply is not an outcome document. */
  | 'badOutcome'
  /** The outcome of another rollout or attempt. */
  | 'wrongRollout'
  /** Its runner was not heard of for the length of a lease. */
  | 'leaseLost'
  | 'exited'
  | 'killed'
  | 'overMemory'
  | 'overProcesses'
  | 'overOutput'
  | 'notStarted'
  /** No sandbox or world could be had, or it could not judge. */
  | 'environmentFailed'
  /** The example has no environment, or one of another kind. */
  | 'environmentMissing'
  /** A server of tools cannot be reached, or ended amid the rollout. */
  | 'toolsAway'
  /** A tool is gone, or takes other parameters than its agent's version pins. */
  | 'toolsChanged';
