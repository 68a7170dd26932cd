/**
 * How much better one thing is than another on the same examples, with a 95 % interval. Pairing takes the examples' own
 * difficulty out, which is most of the variance. How it is computed: ./simultaneous-gains and ./chosen-gain.
 */
export interface PairedDifference {
  /** Share of 1: mean of the differences, or its estimate corrected for a choice. 0 when there are no pairs. */
  readonly mean: number;
  /** Null for fewer than two pairs. */
  readonly lower: number | null;
  readonly upper: number | null;
  /** Pairs of which both scores are known. */
  readonly n: number;
  /** Distinct prompts over which the interval holds together; absent or 1 = a single comparison. */
  readonly comparisons?: number;
  /** Pairs with a missing score, which count against each end; absent = none. */
  readonly missing?: number;
}
