import { z } from 'zod';
import { costPerPoint, difference } from './cost-per-point';
import { identifier, timestamp } from './identifier';
import { operation } from './operation';

/** What a run cost: one ledger of its calls, and everything that is said of money made of it. */
const tag = 'Costs';
const runParams = z.object({ runId: identifier });

const totals = z.object({
  calls: z.int(),
  unanswered: z.int().describe('Sent and not answered (yet); in no sum.'),
  failures: z.int(),
  refused: z.int().describe('Never sent: a cap or the deadline left no room.'),
  cached: z.int(),
  hedges: z.int(),
  hedgesWon: z.int(),
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
  hedgeUsdMax: z.number(),
  twiceUsdMax: z.number(),
});
const costTotals = totals.meta({ id: 'CostTotals' });

const measurement = z.object({
  mean: z.number(),
  lower: z.number().nullable(),
  upper: z.number().nullable(),
  n: z.int(),
});

const named = z.object({ runId: z.string(), label: z.string() });

const againstSerial = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('compared'),
      baseline: named,
      difference,
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

const acceptedCost = milestone
  .extend({
    againstSerial,
    /** As it was written down when the prompt was accepted; null for runs older than that record. */
    recordedAt: timestamp.nullable(),
  })
  .meta({ id: 'AcceptedPromptCost' });

const costToTarget = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('reached'), target: z.number(), at: milestone, sentence: z.string() }),
    z.object({
      kind: z.enum(['notReached', 'notMeasured', 'noTarget']),
      target: z.number().nullable(),
      best: z.number().nullable(),
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

/** A ratio stands only beside a point that has a price: no other answer fits this shape. */
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

const role = z.enum(['serving', 'proposer', 'evaluator']);

export const runCosts = z
  .object({
    runId: z.string(),
    label: z.string(),
    status: z.string(),
    practice: z.boolean(),
    hardware: z.string(),
    splitHash: z.string(),
    headline: costHeadline,
    total: costTotals,
    byRole: z.array(totals.extend({ role, model: z.string() })),
    byIteration: z.array(
      totals.extend({
        iteration: z.int().describe('-1 = before the first.'),
        costUsdUntilHere: z.number().nullable(),
        byPurpose: z.array(totals.extend({ purpose: z.string() })),
      }),
    ),
    accepted: z.array(acceptedCost),
    toTarget: costToTarget,
    againstSerial,
    prices: z.array(
      z.object({
        provider: z.string(),
        model: z.string(),
        usdPerMillionIn: z.number().nullable(),
        usdPerMillionOut: z.number().nullable(),
        usdPerMillionCached: z.number().nullable(),
        pricedAt: timestamp.nullable(),
        hardware: z.string(),
        practice: z.boolean(),
        acceleratorsPerCall: z.number().nullable(),
      }),
    ),
    notes: z.array(z.string()),
  })
  .meta({ id: 'RunCosts' });
export type RunCostsView = z.output<typeof runCosts>;

const readCostsQuery = z.object({
  target: z.coerce
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe('A held-out score between 0 and 1; left out: the soft target of the run.'),
  baseline: identifier
    .optional()
    .describe('Left out: the newest finished serial baseline that may be compared.'),
});

export const readCosts = operation({
  id: 'readCosts',
  method: 'GET',
  path: '/api/v1/runs/{runId}/costs',
  tag,
  summary:
    'What a run cost: in all, by role and iteration, until each accepted prompt and a target, against serial',
  permission: 'read',
  params: runParams,
  query: readCostsQuery,
  response: runCosts,
});

export const exportCosts = operation({
  id: 'exportCosts',
  method: 'GET',
  path: '/api/v1/runs/{runId}/costs/export',
  tag,
  summary: 'The cost table of a run, or every call behind it, as CSV',
  permission: 'read',
  params: runParams,
  query: z.object({ table: z.enum(['costs', 'calls']).default('costs') }),
  response: z.string(),
  responseType: 'file',
  fileTypes: ['text/csv'],
});

export const exportRolloutLog = operation({
  id: 'exportRolloutLog',
  method: 'GET',
  path: '/api/v1/runs/{runId}/rollout-log',
  tag,
  summary:
    'Every rollout of a run with its models, prompt, scores, GPU-seconds and tokens; no column is empty',
  permission: 'read',
  params: runParams,
  query: z.object({ format: z.enum(['csv', 'jsonl', 'parquet']).default('csv') }),
  response: z.string(),
  responseType: 'file',
  fileTypes: ['text/csv', 'application/jsonl', 'application/vnd.apache.parquet'],
});
