import { z } from 'zod';
import type { CanaryDraftInput } from '@/lib/contracts/canary-shapes';

/**
 * What the two kinds of processes of `npm run canary:simulate` know together: the plan, the truths, and what they tell each
 * other. Simulates nothing itself.
 */
export const BATCH = 500;
const MARGIN = 0.005;
const DISCORDANCE = 0.1;
export const PAIRS = 6_000;

export const DRAFT: CanaryDraftInput = {
  failureLevel: 'low',
  ...{ margin: MARGIN, share: 1, windowHours: 48, pairsPlanned: PAIRS, lookEvery: 100 },
  acceptsLowPower: true,
};

/** With the pairs that it takes about, from which the time left follows. */
export const TRUTHS = [
  { name: 'on the margin', truth: { discordance: DISCORDANCE, truth: -MARGIN }, pairs: PAIRS },
  { name: '5 points worse', truth: { discordance: DISCORDANCE, truth: -0.05 }, pairs: 1_000 },
] as const;

/** One process takes every so-manieth canary of each truth. */
export const simulationShare = z.object({
  seed: z.string(),
  canaries: z.int(),
  slots: z.int(),
  process: z.int(),
  processes: z.int(),
});
export type SimulationShare = z.output<typeof simulationShare>;

/** Told after each group. */
export const toldEnds = z.object({
  truth: z.int(),
  ends: z.array(z.object({ state: z.string(), pairs: z.int() })),
});
export type ToldEnds = z.output<typeof toldEnds>;
