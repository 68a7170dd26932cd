import { z } from 'zod';
import { TRACE_SOURCES } from './collected-trace';

/** A choice of traces: all that is given must hold. The list, saved views and samples use the same. */
export const FILTER_TEXT_MAX = 200;
const few = z.string().trim().min(1).max(FILTER_TEXT_MAX);
/** Columns of counts hold no larger number. */
export const COUNT_MAX = 2_147_483_647;

export const traceFilter = z.strictObject({
  /** Started at or after this. */
  from: z.iso.datetime().optional(),
  /** Started before this. */
  to: z.iso.datetime().optional(),
  source: z.enum(TRACE_SOURCES).optional(),
  service: few.optional(),
  model: few.optional(),
  /** A tool that it called. */
  tool: few.optional(),
  /** Judged at all, and how: a score of 1 is right, below 0.5 is failed. */
  outcome: z.enum(['judged', 'unjudged', 'right', 'partly', 'failed']).optional(),
  hasError: z.boolean().optional(),
  minCostUsd: z.number().min(0).optional(),
  minTokens: z.int().min(0).max(COUNT_MAX).optional(),
  minSteps: z.int().min(0).max(COUNT_MAX).optional(),
  promptName: few.optional(),
  promptVersion: few.optional(),
  sessionId: few.optional(),
  /** Each begins a word of task, answer or error. */
  words: few.optional(),
});
export type TraceFilter = z.output<typeof traceFilter>;
