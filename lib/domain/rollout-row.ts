/** A rollout as ledger and journal hold it together: what the log of rollouts is made of. */
export interface RolloutRow {
  readonly seq: number;
  readonly iteration: number;
  readonly ordinal: number;
  readonly split: string;
  readonly exampleId: string;
  readonly candidateHash: string;
  /** Null = missing. */
  readonly score: number | null;
  /** Why there is no usable answer or no score; null where there are both. */
  readonly cause: string | null;
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly costUsd: number | null;
  readonly delayMs: number | null;
  /** Sum over answered calls; null = not measured. */
  readonly gpuSeconds: number | null;
  readonly at: string;
}
