import { z } from 'zod';
import { timestamp } from './identifier';

/** What is read off a canary beside its verdict, on the wire. */
export const healthFinding = z.object({
  check: z.string(),
  state: z.string(),
  sentence: z.string(),
  measuredAt: timestamp.optional(),
});
export const guardrailReading = z.object({
  name: z.string(),
  whenBroken: z.enum(['rollBack', 'hold']),
  state: z.enum(['kept', 'broken', 'open', 'unmeasured']),
  worse: z.number().nullable(),
  lower: z.number().nullable(),
  upper: z.number().nullable(),
  margin: z.number(),
  sentence: z.string(),
});

/** Of one arm of a step. */
export const lateOutcomes = z.object({
  step: z.int(),
  variant: z.enum(['challenger', 'control']),
  outcomes: z.int(),
  score: z.number(),
});
