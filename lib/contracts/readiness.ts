import { z } from 'zod';
import { difference } from '@/lib/domain/score-schema';
import { costPerPoint, qualityClaim } from './cost-per-point';
import { identifier, timestamp } from './identifier';
import { operation } from './operation';
import { roleModel } from './role-models';
import { runStatus } from './run-shapes';
import { controlSetBody, setProgress } from './set-progress';

/**
 * Readiness of a run's speed claim: three lights, the estimate of the measurements they need, and the
 * headline that stays hidden until they permit it.
 */
const tag = 'Readiness';
const runParams = z.object({ runId: identifier });

const speedClaim = z
  .object({
    verdict: z.enum(['speedup', 'notFaster', 'regression', 'undecided', 'notComparable']),
    sentence: z.string(),
    ratio: z.number().nullable().describe('Null until the claim is ready, and wherever there is none.'),
    struckThrough: z
      .number()
      .nullable()
      .describe('The ratio of a regression, to be shown struck through only.'),
    atScore: z.number().nullable(),
    serialMs: z.number().nullable(),
    parallelMs: z.number().nullable(),
    quality: qualityClaim.nullable(),
    cost: costPerPoint.nullable(),
    serialCost: costPerPoint.nullable(),
    notes: z.array(z.string()),
  })
  .meta({ id: 'SpeedClaim' });

const lightName = z.enum(['hardware', 'slice', 'seed']);

const light = z
  .object({
    name: lightName,
    state: z.enum(['notMeasured', 'measuring', 'green', 'red', 'rehearsed', 'waived']),
    code: z.string().nullable(),
    sentence: z.string(),
    numbers: z.array(
      z.object({
        runId: z.string(),
        label: z.string(),
        seed: z.int(),
        hardware: z.string(),
        practice: z.boolean(),
        finished: z.boolean(),
        gain: difference.nullable(),
        learningWallMs: z.number().nullable(),
        totalWallMs: z.number().nullable(),
        ratio: z.number().nullable(),
      }),
    ),
  })
  .meta({ id: 'ReadinessLight' });

const headline = z
  .object({
    ratio: z.number(),
    lower: z.number().nullable(),
    upper: z.number().nullable(),
    seeds: z.int(),
    cost: costPerPoint,
    hardware: z.string(),
    scope: z.string(),
    sentence: z.string(),
  })
  .meta({ id: 'ReadinessHeadline' });

const estimatePart = z.object({
  rollouts: z.int(),
  tokens: z.int(),
  usd: z.number().nullable(),
  wallMsLow: z.number(),
  wallMsHigh: z.number(),
});

const estimate = estimatePart
  .extend({ parts: z.array(estimatePart.extend({ name: lightName })) })
  .meta({ id: 'ReadinessEstimate' });

export const readiness = z
  .object({
    runId: z.string(),
    status: z.enum(['ready', 'notReady', 'notApplicable']),
    /** Sentence that names the obstacle, or says that there is none. */
    sentence: z.string(),
    blockedBy: z.object({ code: z.string(), light: z.string(), sentence: z.string() }).nullable(),
    lights: z.array(light),
    claim: speedClaim.nullable(),
    headline: headline.nullable(),
    scope: z.string().nullable(),
    practice: z.boolean(),
    configurationHash: z.string(),
    /** The serial baseline of the claim. */
    baseline: z.object({ runId: z.string(), label: z.string() }).nullable(),
    waiver: z.object({ by: z.string(), reason: z.string(), at: timestamp }).nullable(),
    /** Runs started to measure this claim again. */
    runs: z.array(z.object({ runId: z.string(), light: lightName, label: z.string(), status: runStatus })),
    /** The runs started for it as one; null = none. */
    progress: setProgress.nullable(),
    /** Estimate of the remaining measurements, from the run's own record; null if none is missing. */
    estimate: estimate.nullable(),
  })
  .meta({ id: 'Readiness' });
export type ReadinessView = z.output<typeof readiness>;

export const readReadinessQuery = z.object({
  /** Left out: the newest finished serial baseline that may be compared. */
  baseline: identifier.optional(),
});

export const readReadiness = operation({
  id: 'readReadiness',
  method: 'GET',
  path: '/api/v1/runs/{runId}/readiness',
  tag,
  summary: 'Whether a run’s speed claim is ready: three lights, and the headline once they allow it',
  permission: 'read',
  scope: 'runId',
  params: runParams,
  query: readReadinessQuery,
  response: readiness,
});

export const startReadinessBody = z
  .strictObject({
    /** The same manifest with the models of another profile; left out: seeds and slice only. */
    hardware: z
      .strictObject({ serving: roleModel, proposer: roleModel.optional(), evaluator: roleModel.optional() })
      .optional(),
  })
  .meta({ id: 'StartReadiness' });
export type StartReadinessInput = z.output<typeof startReadinessBody>;

export const startReadiness = operation({
  id: 'startReadiness',
  method: 'POST',
  path: '/api/v1/runs/{runId}/readiness',
  tag,
  summary:
    'Measure a run’s speed claim again: two new seeds, the confirmation slice, other hardware if named',
  description:
    'Starts only what is still missing. The confirmation slice opens once for a split and one prompt. On other hardware the serial baseline runs first, and the parallel run follows when its diagnosis says go.',
  permission: 'experiment',
  scope: 'runId',
  params: runParams,
  body: startReadinessBody,
  response: readiness,
  status: 202,
});

export const controlReadiness = operation({
  id: 'controlReadiness',
  method: 'POST',
  path: '/api/v1/runs/{runId}/readiness/control',
  tag,
  summary: 'Pause, resume or stop all runs that measure a claim again',
  permission: 'experiment',
  scope: 'runId',
  params: runParams,
  body: controlSetBody,
  response: readiness,
});

export const waiveHardwareBody = z
  .strictObject({ reason: z.string().trim().min(20).max(1000) })
  .meta({ id: 'WaiveHardware' });
export type WaiveHardwareInput = z.output<typeof waiveHardwareBody>;

export const waiveHardware = operation({
  id: 'waiveHardware',
  method: 'POST',
  path: '/api/v1/runs/{runId}/readiness/waiver',
  tag,
  summary:
    'Let one hardware class do for a claim, as an owner and with a reason; the claim states it permanently',
  permission: 'administer',
  scope: 'runId',
  params: runParams,
  body: waiveHardwareBody,
  response: readiness,
  status: 201,
});
