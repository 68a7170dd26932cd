import { z } from 'zod';
import { difference, measurement } from '@/lib/domain/score-schema';
import { TARGET_WORDS } from '@/lib/domain/target-amounts';
import { costPerPoint, qualityClaim } from './cost-per-point';
import { timestamp } from './identifier';

/** Parts of a run's cost: sums, milestones, comparison with serial, and the headline without a bare speedup. */
export const totals = z.object({
  calls: z.int(),
  unanswered: z.int().describe('Sent and not answered (yet); in no sum.'),
  failures: z.int().describe('Calls without a usable reply: failed, never sent, or paid and not readable.'),
  causes: z.record(z.string(), z.int()).describe('The failures by cause, e.g. unparseable.'),
  refused: z.int().describe('Never sent: a cap or the deadline left no room.'),
  cached: z.int(),
  possiblyPaidTwice: z.int(),
  unpriced: z.int(),
  rollouts: z.int(),
  evaluationRollouts: z.int(),
  tokensIn: z.int(),
  tokensOut: z.int(),
  tokensCached: z.int(),
  tokens: z.int(),
  gpuSeconds: z.number().nullable().describe('Null = not measured.'),
  costUsd: z.number().nullable().describe('List price; null = not known.'),
  spendUsd: z.number().nullable().describe('Paid; null = not known.'),
  twiceUsdMax: z.number(),
});
export const costTotals = totals.meta({ id: 'CostTotals' });

const named = z.object({ runId: z.string(), label: z.string() });

export const againstSerial = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('compared'),
      baseline: named,
      difference,
      quality: qualityClaim,
      perPoint: costPerPoint,
      serialPerPoint: costPerPoint,
      sentence: z.string(),
    }),
    z.object({
      kind: z.literal('notCompared'),
      baseline: named.nullable(),
      code: z.string().describe('SPLIT_MISMATCH, HARDWARE_MISMATCH, NO_BASELINE …'),
      sentence: z.string(),
    }),
  ])
  .meta({ id: 'AgainstSerial' });

const milestone = z.object({
  candidateHash: z.string(),
  iteration: z.int(),
  heldOut: measurement,
  totals: costTotals,
  learningMs: z.number(),
  totalMs: z.number(),
});

export const acceptedCost = milestone
  .extend({
    againstSerial,
    /** As it was written down when the prompt was accepted; null for runs older than that record. */
    recordedAt: timestamp.nullable(),
  })
  .meta({ id: 'AcceptedPromptCost' });

/** Never null: where there is no number a word says why. */
const targetAmount = z.union([z.number(), z.enum(TARGET_WORDS)]);
const amounts = z
  .object({
    rollouts: targetAmount,
    tokens: targetAmount,
    gpuSeconds: targetAmount,
    costUsd: targetAmount.describe('List price.'),
    learningMs: targetAmount,
    totalMs: targetAmount.describe('With the measurements.'),
  })
  .meta({ id: 'TargetAmounts' });

export const serialToTarget = z
  .object({
    baseline: named.nullable(),
    amounts,
    sentence: z.string(),
  })
  .meta({ id: 'SerialToTarget' });

export const costToTarget = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('reached'),
      target: z.number(),
      at: milestone,
      amounts,
      sentence: z.string(),
    }),
    z.object({
      kind: z.enum(['notReached', 'notMeasured', 'noTarget']),
      target: z.number().nullable(),
      best: z.number().nullable(),
      amounts,
      sentence: z.string(),
    }),
  ])
  .meta({ id: 'CostToTarget' });

const unsaid = z.object({ kind: z.literal('none'), sentence: z.string() });
const regressed = z.object({
  kind: z.literal('regression'),
  struckThrough: z.number().nullable().describe('To be shown struck through only.'),
  sentence: z.string(),
});
const shown = z.object({
  kind: z.literal('shown'),
  ratio: z.number(),
  lower: z.number().nullable(),
  upper: z.number().nullable(),
  seeds: z.int(),
});

const said = { big: z.string(), sentence: z.string() };

/** A ratio is given only together with the price of a point: this shape allows no other answer. */
export const costHeadline = z
  .discriminatedUnion('priced', [
    z.object({
      priced: z.literal(true),
      cost: costPerPoint,
      speed: z.discriminatedUnion('kind', [shown, regressed, unsaid]),
      ...said,
    }),
    z.object({
      priced: z.literal(false),
      cost: costPerPoint.nullable(),
      speed: z.discriminatedUnion('kind', [regressed, unsaid]),
      ...said,
    }),
  ])
  .meta({ id: 'CostHeadline' });
export type CostHeadlineView = z.output<typeof costHeadline>;
