import { z } from 'zod';
import { timestamp } from './identifier';

/** Readings of a canary next to its verdict, on the wire. */
export const healthFinding = z.object({
  check: z.string(),
  state: z.string(),
  sentence: z.string(),
  measuredAt: timestamp.optional(),
});
const WORSE =
  'How much worse the challenger is, in the unit of the margin: failureRate and custom as a share of 1 (0.005 is 0.5 points), latencyP95 and cost relative to the incumbent (0.1 is 10 %).';

export const guardrailReading = z.object({
  name: z.string(),
  whenBroken: z.enum(['rollBack', 'hold']),
  state: z.enum(['kept', 'broken', 'open', 'unmeasured']),
  worse: z.number().nullable().describe(WORSE),
  lower: z.number().nullable(),
  upper: z.number().nullable(),
  margin: z.number(),
  sentence: z.string(),
});

/** Callers of one arm of the current live step. */
export const armCallers = z.object({
  served: z.int(),
  /** Callers whose time for an outcome is over. */
  due: z.int(),
  /** Callers among the due ones without an outcome: missing data, which count as no score. */
  missing: z.int(),
  /** Callers of the step's hours who may still send an outcome; the step waits for them. */
  open: z.int(),
});

/** Late outcomes of one arm of a step. */
export const lateOutcomes = z.object({
  step: z.int(),
  variant: z.enum(['challenger', 'control']),
  outcomes: z.int(),
  score: z.number(),
});
