import { z } from 'zod';
import { FAILURE_LEVELS } from './failure-level';
import { GUARDRAIL_METRICS } from './guardrail-metric';

/**
 * Plan of a canary, fixed when it is registered; nothing of it moves afterwards, and a change is a new canary with
 * new data. The plan is hashed as it is stored. A draft picks its members from here and adds its limits.
 */
export const IN_POINTS = 'As a share of 1: 0.005 is 0.5 points.';
/** Epsilon. */
export const MARGIN = `How much worse than the incumbent still passes. ${IN_POINTS}`;

export const guardrail = z.object({
  metric: z.enum(GUARDRAIL_METRICS),
  /** Shown; unique within a plan. */
  name: z.string(),
  /** How much worse still passes: a share of the incumbent's value for latency and cost, a difference for the others. */
  margin: z.number(),
  /** A guardrail proven broken rolls back; a signal holds, and the canary ends inconclusive. */
  whenBroken: z.enum(['rollBack', 'hold']),
});

export const canaryPlan = z
  .object({
    mode: z.enum(['shadow', 'optIn']),
    margin: z.number().describe(MARGIN),
    /** Share of the traffic that the challenger answers in shadow. */
    share: z.number(),
    /** Whole days, so that no hour of the day counts twice. */
    windowHours: z.int(),
    /** Below it no verdict but a broken guardrail. */
    pairsMin: z.int(),
    /** n*: the pairs at which the canary ends, and for which the sequence is tuned. */
    pairsPlanned: z.int(),
    /** Pairs between two looks. */
    lookEvery: z.int(),
    /** One-sided. */
    alpha: z.number(),
    guardrails: z.array(guardrail),
    failureLevel: z.enum(FAILURE_LEVELS),
    approvers: z.int(),
    /** Shares of live traffic after the approval; empty = straight to 100 %. */
    liveSteps: z.array(z.number()),
    stepHours: z.int(),
    /** How long the reverted way stays watched after the promotion. */
    watchHours: z.int(),
    /** Outcomes posted later than this after their exposure no longer count. */
    outcomeWindowHours: z.int(),
    /** Said where the plan will probably decide nothing. */
    acceptsLowPower: z.boolean(),
    /** Tokens that the challenger may add to each call; absent or null = its weight is shown and refuses nothing. */
    addedTokensMax: z.int().nullable().optional(),
  })
  .meta({ id: 'CanaryPlan', description: 'What was registered; nothing of it moves.' });
