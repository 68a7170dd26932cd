/** One measurement: examples by id, and the score of each. */
export interface ScoredExamples {
  readonly exampleIds: readonly string[];
  /** One score an example, in the order of `exampleIds`; null = missing. */
  readonly scores: readonly (number | null)[];
}

/** Scores of a prompt that was chosen by them as the best of several. */
export interface ChosenScores extends ScoredExamples {
  /** Prompts that were measured; 1 = none was chosen. */
  readonly choices: number;
}
