import { z } from 'zod';
import { canaryPlan, IN_POINTS, MARGIN } from '@/lib/domain/canary-plan-schema';
import { PRESET_NAMES } from '@/lib/domain/canary-preset';

/** Power of a canary's plan before it is registered. */
const powerWay = z.object({
  change: z.enum(['share', 'window', 'margin']),
  share: z.number(),
  windowHours: z.int(),
  margin: z.number().describe(MARGIN),
  pairs: z.int(),
  days: z.int(),
  sentence: z.string(),
});

const planPreset = z.object({
  name: z.enum(PRESET_NAMES),
  margin: z.number().describe(MARGIN),
  share: z.number(),
  windowHours: z.int(),
  pairs: z.int(),
  days: z.int().nullable().describe('Days until the pairs are collected; null without traffic.'),
  difference: z
    .number()
    .describe(
      `Smallest loss that is ruled out and smallest gain that is shown, with power 0.8. ${IN_POINTS}`,
    ),
  decides: z.boolean().nullable().describe('Whether the traffic fills the plan; null without traffic.'),
});
export type PlanPresetView = z.output<typeof planPreset>;

export const canaryPower = z
  .object({
    requestsADay: z.number().nullable(),
    traffic: z.enum(['given', 'measured', 'unknown']),
    discordance: z.number(),
    discordanceFrom: z.enum(['given', 'heldOut', 'assumed']),
    /** The draft, with every missing member filled in from the failure cost. */
    plan: canaryPlan.omit({ margin: true }),
    pairsPlanned: z.int(),
    /** Pairs that the window collects at this share; null without traffic. */
    pairsInWindow: z.int().nullable(),
    /** Chance that a prompt that is just as good passes. */
    power: z.number(),
    pairsForPower: z.int().nullable(),
    days: z.int().nullable(),
    smallestMargin: z.number().describe(`The smallest margin that the plan can show. ${IN_POINTS}`),
    needsAcceptance: z.boolean(),
    ways: z.array(powerWay),
    presets: z.array(planPreset).describe('Three plans that may be registered as they are.'),
    suggested: z
      .enum(PRESET_NAMES)
      .nullable()
      .describe('The preset to begin with; never one that cannot decide, null where none can.'),
  })
  .meta({ id: 'CanaryPower', description: 'What a plan can decide, told before anybody registers it.' });
export type CanaryPower = z.output<typeof canaryPower>;
