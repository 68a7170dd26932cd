import { z } from 'zod';
import { canaryPlan, IN_POINTS, MARGIN } from '@/lib/domain/canary-plan-schema';

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
  })
  .meta({ id: 'CanaryPower', description: 'What a plan can decide, told before anybody registers it.' });
export type CanaryPower = z.output<typeof canaryPower>;
