import { z } from 'zod';
import { VERDICTS } from './verdict-kind';

/** Counts of a canary's stage so far, as its row keeps it: sums, never single pairs. */
const runningSums = z.object({ n: z.number(), sum: z.number(), sumSquares: z.number() });
const armSums = z.object({ control: runningSums, challenger: runningSums });

const verdictReason = z.object({
  code: z.enum([
    'withinMargin',
    'harmProven',
    'guardrailBroken',
    'signalBroken',
    'guardrailOpen',
    'unhealthy',
    'noTraffic',
    'pairsMissing',
    'discordantMissing',
    'belowMargin',
    'notProven',
    'windowOpen',
  ]),
  /** Shown verbatim. */
  sentence: z.string(),
});

/** A verdict at one look; a decision with its reasons, the first of which decided. */
export const verdict = z.object({
  kind: z.enum(VERDICTS),
  reasons: z.array(verdictReason),
  pairs: z.int(),
  discordant: z.int(),
  /** Mean difference and its sequence; bounds are null before there is a spread. */
  difference: z.number(),
  lower: z.number().nullable(),
  upper: z.number().nullable(),
});

/** Pairs of shadow and watch. */
export const pairProgress = z.object({
  count: z.object({
    differences: runningSums,
    /** Pairs with a difference other than 0. */
    discordant: z.number(),
  }),
  looks: z.number(),
  /** The last look; null before the first. */
  latest: verdict.nullable(),
});

const armCallers = z.object({
  /** Callers who were served. */
  served: z.number(),
  /** Served callers whose time for an outcome is over. */
  due: z.number(),
  /** Due callers without an outcome. */
  missing: z.number(),
  /** Callers served within the hours of the step who have no outcome yet and time left for one. */
  open: z.number(),
});
export const stepCallers = z.object({ control: armCallers, challenger: armCallers });

/** Callers of a live step. */
export const stepProgress = armSums.extend({
  /** For the guardrails; a step that began before they were counted lacks them. */
  failures: armSums.optional(),
  costs: armSums.optional(),
  /** By the guardrail's name. */
  custom: z.record(z.string(), armSums).optional(),
  /** Callers served, due and missing, as the latest tick counted them; absent before it. */
  callers: stepCallers.optional(),
  looks: z.number(),
  /** The last look; null before the first. */
  latest: verdict.nullable(),
});

/** Counts of right-or-wrong pairs. */
const pairCounts = z.object({
  both: z.number(),
  onlyIncumbent: z.number(),
  onlyChallenger: z.number(),
  neither: z.number(),
});

export const canaryTally = z.object({
  settled: z.object({
    pairs: z.number(),
    missingIncumbent: z.number(),
    missingChallenger: z.number(),
  }),
  /** Pairs of right or wrong answers. */
  counts: pairCounts,
  /** Pairs with a score between 0 and 1, which the four counts leave out. */
  graded: z.number(),
  incumbent: runningSums,
  challenger: runningSums,
  answers: z.object({ counted: z.number(), untimed: z.number() }),
  failures: z.object({ worse: runningSums, discordant: z.number() }),
  /** `worse` as lib/canary/guardrails has it (for cost: the excess); `price` the incumbent's cost. */
  guardrails: z.record(z.string(), z.object({ worse: runningSums, price: runningSums })),
});

/** Looks are never deleted, so codes of earlier versions are among them. */
export const lookDetail = z.object({
  reasons: z.array(z.object({ code: z.string(), sentence: z.string() })),
  reason: z.string().optional(),
  step: z.number().nullable().optional(),
});
