/** What the outcomes of one caller add up to. */
export interface CallerSums {
  readonly n: number;
  readonly score: number;
  readonly failures: number;
  /** Of those whose cost was measured. */
  readonly priced: number;
  readonly costUsd: number;
  /** Guardrail scores by their names, of the answers that had one. */
  readonly custom?: Readonly<Record<string, { readonly n: number; readonly sum: number }>>;
}

/** The first measured latency of each caller. */
export interface ArmLatencies {
  readonly control: readonly number[];
  readonly challenger: readonly number[];
}
