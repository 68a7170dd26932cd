import type { PreemptionMode } from '@/lib/domain/scheduling';
import type { MappedExample } from '@/lib/methods/method';
import type { PriorityCandidate } from '@/lib/ports/run-control';

/** A map that may be cut short for a candidate of higher priority (./preemption). */
export interface GuardedMap {
  /** Aborts what of the map was not sent yet. */
  readonly cut: AbortSignal;
  readonly isCut: (error: unknown) => boolean;
  /** The map has ended: gives what is kept of it. */
  close(mapped: readonly MappedExample[]): Promise<readonly MappedExample[]>;
  /** The cut that ended the map early; null without one. Known once the map has closed. */
  readonly cutBy: () => CutMap | null;
  /** Ends the listening, however the map ended. */
  readonly leave: () => void;
}

export interface CutMap {
  readonly taken: Taken;
  /** Ordinals whose results stand, and the others. */
  readonly members: readonly number[];
  readonly dropped: readonly number[];
}

/** A candidate of a person, with how the run takes it up. */
export type Taken = PriorityCandidate & { readonly mode: PreemptionMode };
