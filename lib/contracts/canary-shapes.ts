import { z } from 'zod';
import { canaryPlan, guardrail, IN_POINTS, MARGIN } from '@/lib/domain/canary-plan-schema';
import { lookDetail, verdict } from '@/lib/domain/canary-progress-schema';
import { CANARY_STATES } from '@/lib/domain/canary-state';
import { armCallers, guardrailReading, healthFinding, lateOutcomes } from './canary-readings';
import { timestamp } from './identifier';

/** A canary on the wire: the plan as a form fills it, and what was found so far. */
const share = z.number().min(0, 'From 0 to 1.').max(1, 'From 0 to 1.');
const hours = z.int('Whole hours.').min(0).max(8760, 'At most a year.');
const pairs = z.int('A whole number.').min(1).max(100_000_000);

const ADDED_TOKENS = 'Tokens that the challenger may add to each call; null = no limit.';
const GUARDRAIL_MARGIN =
  'How much worse still passes: failureRate and custom in points as a share of 1 (0.005 is 0.5 points), latencyP95 and cost relative to the incumbent (0.1 is 10 %).';

const draftGuardrail = z.strictObject({
  ...guardrail.shape,
  name: z.string().trim().min(1, 'Give it a name.').max(60),
  margin: z
    .number()
    .gt(0, 'More than 0.')
    .max(10, 'At most 1,000 (10 in the API).')
    .describe(GUARDRAIL_MARGIN),
});

const addedTokensMax = z.int().min(0).max(10_000_000).nullable().describe(ADDED_TOKENS);

/** Every member that is left out is filled in from what a failure costs, but for the margin. */
export const canaryDraft = z
  .strictObject({
    failureLevel: canaryPlan.shape.failureLevel,
    mode: canaryPlan.shape.mode.optional(),
    margin: z
      .number()
      .min(0.0001, 'At least 0.01 points (0.0001 in the API).')
      .max(0.5, 'At most 50 points (0.5 in the API).')
      .describe(MARGIN)
      .optional(),
    share: share.optional(),
    windowHours: hours.optional(),
    pairsMin: pairs.optional(),
    pairsPlanned: pairs.optional(),
    lookEvery: pairs.optional(),
    alpha: z.number().min(0.0001, 'At least 0.0001.').max(0.05, 'At most 0.05.').optional(),
    guardrails: z.array(draftGuardrail).max(20).optional(),
    approvers: z.int().min(1).max(20).optional(),
    liveSteps: z.array(share).max(5).optional(),
    stepHours: hours.optional(),
    watchHours: hours.optional(),
    outcomeWindowHours: hours.optional(),
    acceptsLowPower: canaryPlan.shape.acceptsLowPower.optional(),
    addedTokensMax: addedTokensMax.optional(),
  })
  .meta({ id: 'CanaryDraft', description: 'The plan of a canary before it is registered.' });
export type CanaryDraftInput = z.output<typeof canaryDraft>;

/** Expected traffic; a missing value is measured or assumed. */
export const canaryExpected = z.strictObject({
  discordance: z.number().min(0.0001, 'At least 0.0001.').max(1, 'At most 1.').optional(),
  requestsADay: z.number().min(1, 'At least 1.').max(1e9).optional(),
});
export type CanaryExpectedInput = z.output<typeof canaryExpected>;

export const canaryVerdict = verdict.extend({
  difference: verdict.shape.difference.describe(`Challenger minus incumbent or control. ${IN_POINTS}`),
});

export const canaryView = z
  .object({
    id: z.string(),
    state: z.enum(CANARY_STATES),
    slot: z.object({
      id: z.string(),
      slug: z.string(),
      name: z.string(),
      kind: z.enum(['rehearsal', 'production']),
    }),
    challenger: z.object({ promptId: z.string(), version: z.int(), sha256: z.string() }),
    incumbentId: z.string().nullable(),
    margin: z.number().nullable().describe(`${MARGIN} Null before the registration.`),
    planHash: z.string().nullable(),
    step: z.int().nullable(),
    verdict: canaryVerdict.nullable(),
    pairs: z.int(),
    createdBy: z.string(),
    createdAt: timestamp,
    registeredBy: z.string().nullable(),
    registeredAt: timestamp.nullable(),
    startedAt: timestamp.nullable(),
    endedAt: timestamp.nullable(),
  })
  .meta({ id: 'Canary', description: 'The trial of a challenger in a slot.' });
export type CanaryView = z.output<typeof canaryView>;

const lookedStage = z.enum(['shadow', 'liveStep', 'watch']);

export const canaryLook = z.object({
  stage: lookedStage,
  /** Index of the live step; null in the other stages. */
  step: z.int().nullable(),
  look: z.int(),
  ...canaryVerdict.omit({ kind: true, reasons: true }).shape,
  verdict: verdict.shape.kind,
  reasons: lookDetail.shape.reasons,
  /** Reason why a live step was held, advanced or rolled back. */
  stepReason: z.string().nullable(),
  at: timestamp,
});

const quantiles = z.object({ p50: z.number(), p95: z.number() });

/** Everything that the panel of a canary draws. */
export const canaryDetail = canaryView
  .extend({
    draft: canaryDraft,
    expected: canaryExpected,
    plan: canaryPlan.nullable(),
    evidenceHash: z.string().nullable(),
    isHeld: z.boolean(),
    looks: z.array(canaryLook),
    /** Right-or-wrong pairs; mcnemarP describes and decides nothing. */
    table: z.object({
      both: z.int(),
      onlyIncumbent: z.int(),
      onlyChallenger: z.int(),
      neither: z.int(),
      graded: z.int(),
      mcnemarP: z.number(),
    }),
    scores: z.object({ incumbent: z.number().nullable(), challenger: z.number().nullable() }),
    latency: z
      .object({
        /** The stage whose pairs were timed: the shadow, also during live steps, or the watch. */
        stage: z.enum(['shadow', 'watch']),
        pairs: z.int(),
        incumbent: quantiles.nullable(),
        challenger: quantiles.nullable(),
      })
      .describe('Milliseconds.'),
    guardrails: z.array(guardrailReading),
    health: z.array(healthFinding),
    /** Calls by which the evaluator was checked, also those of checks that failed; usd leaves out the unpriced ones. */
    probes: z.object({ calls: z.int(), unpriced: z.int(), usd: z.number() }),
    /** The look that health and guardrails are from; null while they are read as they are now, and before any look. */
    readAt: z.object({ stage: lookedStage, at: timestamp }).nullable(),
    missing: z.object({ incumbent: z.int(), challenger: z.int() }),
    arms: z.object({ control: z.int(), challenger: z.int() }).nullable(),
    /** Who was served in the live step that is on, as last counted; null elsewhere. */
    callers: z.object({ control: armCallers, challenger: armCallers }).nullable(),
    /** Outcomes of live steps that came in time but after the step went on: kept, and counted nowhere. */
    lateOutcomes: z.array(lateOutcomes),
    pairsLeft: z.int().nullable(),
    /** Until the lower bound reaches the margin, if they go on like those so far. */
    pairsStillNeeded: z.int().nullable(),
    stageEndsAt: timestamp.nullable(),
    hoursLeft: z.number().nullable(),
  })
  .meta({ id: 'CanaryDetail' });
export type CanaryDetail = z.output<typeof canaryDetail>;
