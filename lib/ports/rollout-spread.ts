import type { Candidate } from '@/lib/domain/candidate';
import type { JsonValue } from '@/lib/domain/json';
import type { Budget } from '@/lib/domain/spend';

/**
 * Rollouts carried by whichever worker comes first, for tasks whose rollouts are heavy. The loop that holds the run
 * sends a rollout out, waits, and then walks the same code on the answers that the journal holds by then: what another
 * worker did is never known from anywhere but the journal.
 *
 * Contract: `carry` resolves when no worker works on the rollout any more, finished or not: what is
 * missing is then asked by the caller. `interrupted` = the run pauses or its worker closes. All that was paid for it
 * is in the journal by then, or counted there as in flight with a worker that died.
 */
export interface RolloutSpread {
  carry(order: RolloutOrder): Promise<'over' | 'interrupted'>;
}

export interface RolloutOrder {
  readonly iteration: number;
  /** `generate` = a training example through the method's map; `evaluate` = answer and score. */
  readonly purpose: 'generate' | 'evaluate';
  readonly ordinal: number;
  readonly exampleId: string;
  readonly candidate: Candidate;
  /** Further input of the method with the example. */
  readonly extra: Readonly<Record<string, JsonValue | undefined>>;
  readonly grant: RolloutGrant;
}

/** Share of the run's caps that the sender reserved for the rollout. Null = the run has no such cap. */
export interface RolloutGrant extends Pick<Budget, 'rollouts' | 'tokens' | 'usd'> {
  readonly gpuSeconds: number | null;
  /** Nothing is sent from this moment on, in milliseconds since the epoch. */
  readonly untilMs: number | null;
}
