import { z } from 'zod';

/** A collected trace as a sample froze it: later judgements of the trace change no sample that was drawn before. */
export const traceSampleItem = z.object({
  id: z.string(),
  task: z.string(),
  /** The same for the same question. */
  taskHash: z.string(),
  trajectoryHash: z.string().nullable(),
  output: z.string(),
  score: z.number().min(0).max(1),
  feedback: z.string(),
});
export type TraceSampleItem = z.output<typeof traceSampleItem>;
export const traceSampleItems = z.array(traceSampleItem);

/** A trace as a sample is drawn from it. */
export interface DrawableTrace {
  readonly id: string;
  /** The same for the same task. */
  readonly taskHash: string;
  /** In [0, 1]; null = it was not judged. */
  readonly score: number | null;
  /** The tool that it called first; empty = none. */
  readonly tool: string;
}

/** The most traces of one sample. */
export const TRACES_MAX = 2_000;

export const traceSampleCounts = z.object({
  /** Traces that the filter chose. */
  matched: z.int(),
  /** Among them, traces without a score: an answer that may be right or wrong teaches nothing. */
  unjudged: z.int(),
  /** Judged ones that repeat a task with the same outcome. */
  doubles: z.int(),
  drawn: z.int(),
  /** By outcome and first tool: how many there were, and how many were drawn. */
  strata: z.array(
    z.object({
      outcome: z.enum(['right', 'partly', 'failed']),
      tool: z.string(),
      there: z.int(),
      drawn: z.int(),
    }),
  ),
});
export type TraceSampleCounts = z.output<typeof traceSampleCounts>;
