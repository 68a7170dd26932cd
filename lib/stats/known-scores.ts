/** The scores that are there; null = missing, and no 0. */
export const knownScores = (scores: readonly (number | null)[]): number[] =>
  scores.filter((score) => score !== null);
