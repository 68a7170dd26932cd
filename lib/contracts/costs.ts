import { z } from 'zod';
import {
  acceptedCost,
  againstSerial,
  costHeadline,
  costToTarget,
  costTotals,
  serialToTarget,
  totals,
} from './cost-shapes';
import { identifier, timestamp } from './identifier';
import { operation } from './operation';

/** Cost of a run: one ledger of its calls, from which every statement about money is computed. */
const tag = 'Costs';
const runParams = z.object({ runId: identifier });

const role = z.enum(['serving', 'proposer', 'evaluator']);

/** As many columns as a chart can tell apart; all of them stand in the file (exportCosts). */
export const COST_ITERATIONS_MAX = 120;

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
    byPurpose: z.array(totals.extend({ purpose: z.string() })),
    byIteration: z
      .array(
        totals.extend({
          iteration: z.int().describe('-1 = before the first.'),
          costUsdUntilHere: z.number().nullable(),
          byPurpose: z.array(
            z.object({
              purpose: z.string(),
              ...totals.pick({ calls: true, tokens: true, gpuSeconds: true, costUsd: true, spendUsd: true })
                .shape,
            }),
          ),
        }),
      )
      .describe(`The newest ${COST_ITERATIONS_MAX}; the file of the cost table has all.`),
    iterations: z.int().describe('How many asked anything, what came before the first among them.'),
    accepted: z.array(acceptedCost),
    toTarget: costToTarget,
    /** The serial baseline until the same score. */
    serialToTarget,
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
  scope: 'runId',
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
  scope: 'runId',
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
  scope: 'runId',
  params: runParams,
  query: z.object({ format: z.enum(['csv', 'jsonl', 'parquet']).default('csv') }),
  response: z.string(),
  responseType: 'file',
  fileTypes: ['text/csv', 'application/jsonl', 'application/vnd.apache.parquet'],
});
