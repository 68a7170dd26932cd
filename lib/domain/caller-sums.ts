/** What the outcomes of one caller add up to. */
export interface CallerSums {
  readonly n: number;
  readonly score: number;
  readonly failures: number;
  /** Of those whose cost was measured. */
  readonly priced: number;
  readonly costUsd: number;
}
