/** A line of what `npm run rules` prints. */
export interface RuleLine {
  readonly text: string;
  /** What is wrong with it; null = proven. */
  readonly fault: string | null;
}
