/** A request to one interface of the app and its refusal: recorded by its test, printed by `npm run rules`. */
export interface ProvenRefusal {
  readonly rules: readonly string[];
  /** The API's name for the request. */
  readonly operation: string;
  readonly door: 'API' | 'page' | 'command line' | 'queue';
  readonly asked: string;
  /** Null where no request can break the rule through this interface. */
  readonly answer: string | null;
  /** Another rule, which refuses the request before this one is checked. */
  readonly by?: string;
}
