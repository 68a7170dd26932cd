import type { Cause } from '@/lib/domain/cause';

/**
 * A program outside that runs or scores an answer: a test suite, a browser, a simulator. Named by the operator in the
 * worker's own configuration; pages and API pick a name only (rulings S1).
 *
 * Contract: never throws for a program that fails, is killed or writes nonsense: that is a cause. Limits on time,
 * memory and output are the adapter's.
 */
export interface Environment {
  run(request: EnvironmentRequest, signal?: AbortSignal): Promise<EnvironmentOutcome>;
}

export interface EnvironmentRequest {
  readonly command: string;
  /** Given to the program as JSON on its standard input. */
  readonly input: {
    readonly question: string;
    readonly context: string;
    readonly answer: string;
    readonly expected: string;
  };
}

export type EnvironmentOutcome =
  | { readonly ok: true; readonly score: number; readonly notes: string; readonly delayMs: number }
  | { readonly ok: false; readonly cause: Cause; readonly delayMs: number };
