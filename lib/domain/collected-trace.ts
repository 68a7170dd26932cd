import { z } from 'zod';
import type { Trajectory } from './trajectory';

/**
 * A collected trace: a trajectory that came from outside, made under a prompt that is not ours. It may feed reflections
 * and make examples, and never counts as a held-out score.
 */
export const TRACE_SOURCES = [
  'otlp',
  'openaiAgents',
  'gateway',
  'langfuse',
  'atif',
  'sweAgent',
  'tau',
  'messages',
] as const;
export type TraceSource = (typeof TRACE_SOURCES)[number];

/** Who judged a trace, from the weakest word to the strongest: the strongest gives the trace its score. */
export const SCORE_SOURCES = ['file', 'event', 'judge', 'evaluator', 'person'] as const;
export type ScoreSource = (typeof SCORE_SOURCES)[number];

export const traceScore = z.object({
  /** The metric, as its source names it. */
  name: z.string(),
  by: z.enum(SCORE_SOURCES),
  /** In [0, 1]; null = a label alone. */
  value: z.number().min(0).max(1).nullable(),
  label: z.string().nullable(),
  explanation: z.string().nullable(),
});
export type TraceScore = z.output<typeof traceScore>;

/** A trace as it was read from its spans or from a document. */
export interface AssembledTrace {
  readonly id: string;
  readonly source: TraceSource;
  readonly trajectory: Trajectory;
  /** Its root has come and ended; false = later spans may still change it. */
  readonly isComplete: boolean;
  /** `service.name`; empty = not said. */
  readonly service: string;
  readonly name: string;
  readonly sessionId: string | null;
  readonly userId: string | null;
  /** The prompt that it was made under, where it says so. */
  readonly prompt: { readonly name: string; readonly version: string | null } | null;
  /** The answer of a slot that it is or holds, where it says so. */
  readonly exposureId: string | null;
  /** The task: the root's input, else the first message of a user. */
  readonly task: string;
  /** The answer: the root's output, else its last text. */
  readonly output: string;
  readonly startMs: number | null;
  readonly endMs: number | null;
  /** It ended with an error, of its root or of its last model call: the text, else empty; null = it did not. */
  readonly error: string | null;
  readonly scores: readonly TraceScore[];
  /** Records that gave no step and no number, by the name of their instrumentation or type. */
  readonly unread: Readonly<Record<string, number>>;
}
