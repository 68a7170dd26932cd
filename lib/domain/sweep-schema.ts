import { z } from 'zod';
import { budget } from './learning-schema';
import { SWEEP_ARMS } from './sweep-arms';

/** Stored parts of a sweep, of its cells and of their attempts. They have no limits and no defaults, which belong to requests. */
export const sweepSettings = z.object({
  arms: z.array(z.enum(SWEEP_ARMS)),
  sizes: z.array(z.number()),
  seeds: z.array(z.number()),
  /** Caps of all cells together; null = no cap. Wall time counts from the launch, pauses included. */
  budget: budget.pick({ usd: true, tokens: true, rollouts: true, wallMs: true }),
  /** Runs at once. */
  concurrent: z.number(),
});

/** A cell's use of the additive caps; wall time is not additive, since cells run side by side. */
export const sweepAmount = z.object({
  usd: z.number(),
  tokens: z.number(),
  /** Training rollouts (rulings E1). */
  rollouts: z.number(),
});

export const cellEstimate = sweepAmount.extend({
  calls: z.number(),
  evaluationRollouts: z.number(),
  learningMs: z.number(),
  totalMs: z.number(),
});

const playbookWorth = z.object({
  /** Bullets that were marked helpful `HIGH_VALUE_MARKS` times or more, and all such marks. */
  highValueBullets: z.number(),
  helpfulMarks: z.number(),
  /** New insights that reflections brought, and those that the last prompt says; null where the run followed none. */
  insights: z.object({ wentIn: z.number(), held: z.number() }).nullable(),
});

/** Result of a cell's run: the held-out score of its last prompt, and its cost. */
export const cellResult = z.object({
  exampleIds: z.array(z.string()),
  /** Scores of the last prompt; one an example, in the order of `exampleIds`. */
  scores: z.array(z.number().nullable()),
  /** Scores of the original prompt; null where it was not measured whole. */
  seedMean: z.number().nullable(),
  learningMs: z.number(),
  totalMs: z.number(),
  /** Iterations that a crash or a pause cut: their time is known in part only. */
  taintedIterations: z.number(),
  iterations: z.number(),
  /** As if every answer had been paid; null where a model has no price. */
  costUsd: z.number().nullable(),
  tokens: z.number(),
  calls: z.number(),
  rollouts: z.number(),
  evaluationRollouts: z.number(),
  /** Rollouts without a usable answer. */
  failures: z.number(),
  /** Figure of the last prompt. */
  playbookTokens: z.number(),
  bullets: z.number(),
  /** Counts of the last playbook; absent where the prompt is none. */
  worth: playbookWorth.optional(),
});

/** Result of an attempt's run, stored with the attempt: read once from its ledger, however often people look. */
export const settledAttempt = z.object({
  /** Null where it was never measured whole. */
  result: cellResult.nullable(),
  stopReason: z.string().nullable(),
});
