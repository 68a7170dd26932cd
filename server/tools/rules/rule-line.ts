/** A line printed by `npm run rules`. */
export interface RuleLine {
  readonly text: string;
  /** The fault; null = proven. */
  readonly fault: string | null;
}
