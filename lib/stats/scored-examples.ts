/** One measurement: examples by id, and the score of each. */
export interface ScoredExamples {
  readonly exampleIds: readonly string[];
  /** One score an example, in the order of `exampleIds`; null = missing. */
  readonly scores: readonly (number | null)[];
}
