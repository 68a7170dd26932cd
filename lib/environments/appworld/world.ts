import { z } from 'zod';
import type { Evaluation } from './evaluation';

/**
 * The port to one world: a server process that holds the state of one task at a time.
 *
 * Contract: never throws for a server that is away, refuses or answers with nonsense: that is a fault, and a rollout
 * with a fault is missing data, never a score. Throws only where its own address may not be called, or the signal's
 * reason.
 */
export interface World {
  initialize(taskId: string): Promise<Said<WorldTask>>;
  /** Code that fails is an execution like any other, with the error as its text. */
  execute(code: string): Promise<Said<Execution>>;
  taskCompleted(): Promise<Said<boolean>>;
  evaluate(): Promise<Said<Evaluation>>;
  /** Ends the task. */
  close(): Promise<Said<null>>;
}

export type Said<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fault: WorldFault };

export interface WorldFault {
  readonly kind: /** No connection, or the connection broke. */
    | 'away'
    /** No answer within its time. */
    | 'late'
    /** 400: no task was initialised, so the process was replaced amid the task. */
    | 'notInitialized'
    /** 400: the process holds another task. */
    | 'otherTask'
    /** 422: the server takes another form of this request, as another version may. */
    | 'invalid'
    /** 5xx. */
    | 'serverFailed'
    /** Another status. */
    | 'refused'
    /** The reply is not of the protocol. */
    | 'unreadable';
  readonly status: number | null;
}

export interface Execution {
  readonly text: string;
  readonly failed: boolean;
}

export const worldTask = z.object({
  task_id: z.string(),
  instruction: z.string(),
  supervisor: z.object({
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    phone_number: z.string(),
  }),
  datetime: z.string(),
});
export type WorldTask = z.output<typeof worldTask>;
