import type { Cause } from '@/lib/domain/cause';
import type { EvaluatorReply } from '@/lib/domain/score';

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
  /** The name of the operator's program, or the address of an HTTP evaluator. */
  readonly command: string;
  /** Given to the program as JSON on its standard input, to an HTTP evaluator as the body. */
  readonly input: {
    readonly question: string;
    readonly context: string;
    readonly answer: string;
    readonly expected: string;
  };
}

export type EnvironmentOutcome = EnvironmentTiming &
  (
    | ({ readonly ok: true } & EvaluatorReply)
    | {
        readonly ok: false;
        readonly cause: Cause;
        /** The evaluator's own hint when to ask again. */
        readonly retryAfterMs?: number;
      }
  );

interface EnvironmentTiming {
  readonly delayMs: number;
  /** Absent = 1. */
  readonly attempts?: number;
  /** Part of the delay for which the evaluator was down altogether. */
  readonly awayMs?: number;
}
