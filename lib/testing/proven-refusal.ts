/** What was asked at a door of the app and what came of it: left with the test that asked, printed by `npm run rules`. */
export interface ProvenRefusal {
  readonly rules: readonly string[];
  /** The API's name for what was asked. */
  readonly operation: string;
  readonly door: 'API' | 'page' | 'command line' | 'queue';
  readonly asked: string;
  /** Null where nobody can break the rule by this door. */
  readonly answer: string | null;
  /** Another rule, which refuses whoever comes this way before this one is asked. */
  readonly by?: string;
}
