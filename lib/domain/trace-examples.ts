import { z } from 'zod';
import { traceFilter } from './trace-filter';

/** Examples made of collected traces: what they were made from, and what was left out. */

/** Their tasks are compared with each other, and their texts held at once: up to 40,000 characters each. */
export const EXAMPLE_TRACES_MAX = 5_000;

/** Groups that lie in one part each. By time, a later part holds no older trace. */
export const TRACE_SPLITS = ['session', 'user', 'time', 'none'] as const;
export type TraceSplit = (typeof TRACE_SPLITS)[number];

const traces = z.int().min(0);

export const tracesLeftOut = z.object({
  withoutTask: traces,
  withoutOutput: traces,
  /** Task or output reached the length at which texts of traces are cut. */
  cut: traces,
  /** Neither scored nor failed: the output may be wrong. */
  unjudged: traces,
  /** A score below 1, or an error without a score. */
  notRight: traces,
  /** Its session or user was masked, so its group is unknown. */
  maskedGroup: traces,
  /** The task of a newer one that is kept. */
  repeated: traces,
  /** Not drawn: enough others were. */
  beyondCount: traces,
  /** Split by time: a near-duplicate of a task in an earlier part. */
  nearInLaterPart: traces,
});
export type TracesLeftOut = z.output<typeof tracesLeftOut>;

export const nearTasks = z.object({
  /** Traces whose task is nearly that of another one. */
  traces,
  /** Clusters of such traces. */
  clusters: traces,
  /** The first pairs, most alike first. */
  first: z.array(z.object({ traceId: z.string(), nearTraceId: z.string(), similarity: z.number() })),
});
export type NearTasks = z.output<typeof nearTasks>;

/** Kept in the import report of the data set. */
export const traceOrigin = z.object({
  filter: traceFilter,
  splitBy: z.enum(TRACE_SPLITS),
  seed: z.int(),
  /** Complete traces that the filter chose. */
  matched: traces,
  /** More match than are looked at: the newest were taken. */
  isCut: z.boolean(),
  leftOut: tracesLeftOut,
  /** Examples that stay together count as one group. */
  groups: traces,
  largestGroup: traces,
  near: nearTasks,
});
export type TraceOrigin = z.output<typeof traceOrigin>;
