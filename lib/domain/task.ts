/** A named job with an input shape, an output shape and a metric. */
export type ScoringSpec =
  | { readonly kind: 'formula' }
  | { readonly kind: 'finer' }
  | { readonly kind: 'exactMatch'; readonly caseSensitive: boolean; readonly trim: boolean }
  | { readonly kind: 'numericTolerance'; readonly absolute: number; readonly relative: number }
  | { readonly kind: 'regex'; readonly pattern: string; readonly flags: string }
  | { readonly kind: 'jsonField'; readonly path: string; readonly expectedPath: string }
  | { readonly kind: 'judge'; readonly rubric: string }
  /** A program that the operator of the worker has named. */
  | { readonly kind: 'command'; readonly command: string }
  /** An endpoint that is sent the answer and gives its score. */
  | {
      readonly kind: 'http';
      readonly url: string;
      /** The header that carries the task's sealed secret; null = none is sent. */
      readonly header: string | null;
      readonly timeoutSeconds: number;
    };

export type ScoringKind = ScoringSpec['kind'];

export interface Task {
  readonly id: string;
  readonly name: string;
  /** One or two sentences for the generator: what the task is and what an answer looks like. */
  readonly instructions: string;
  readonly inputShape: string;
  readonly outputShape: string;
  readonly scoring: ScoringSpec;
  /** The candidate itself is what is scored: no model answers, its text is the answer to every example. */
  readonly artefact?: true;
}
