/** Sums over the outcomes of one caller. */
export interface CallerSums {
  readonly n: number;
  readonly score: number;
  readonly failures: number;
  /** Outcomes with a measured cost. */
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
