import type { SteeringCommand } from '@/lib/domain/insight-steering';
import type { RunControl } from '@/lib/domain/run';

/** Requests of people to a running run, and the news that its lease is lost. */
export interface ControlChannel {
  /** The newest request. Cheap; asked at every boundary of an iteration. */
  requested(): Promise<RunControl>;
  /** Lanes that a person asked for since the run began; null = as pinned. Asked at every boundary. */
  lanesWanted?(): Promise<number | null>;
  /** Aborts when calls in flight must be given up: pause, stop now, lease lost, worker shutting down. */
  readonly signal: AbortSignal;
  /** Candidates that people put before everything else; absent where it is not possible. */
  readonly priorities?: PriorityChannel;
  /** Commands of people about single lines; absent where it is not possible. */
  readonly insights?: SteeringChannel;
}

/** Contract: commands come in the order of their positions and never change. */
export interface SteeringChannel {
  /** Commands behind this position. */
  after(position: number): Promise<readonly SteeringCommand[]>;
  /** The run has taken up all commands up to this position; saying so twice changes nothing. */
  taken(at: { readonly upTo: number; readonly iteration: number }): Promise<void>;
}

/** Contract: `next` gives the same candidate until `taken` names it; `listen` may call more often than there is news. */
export interface PriorityChannel {
  /** The oldest that the run has not taken up yet. */
  next(): Promise<PriorityCandidate | null>;
  taken(id: string): Promise<void>;
  /** Calls when one may have come; what it gives ends the listening. */
  listen(heard: () => void): () => void;
}

export type PriorityCandidate = {
  readonly id: string;
  readonly text: string;
  readonly hash: string;
  /** Who asked for it. */
  readonly by: string;
};
