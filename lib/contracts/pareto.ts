import { z } from 'zod';
import { METHOD_NAMES } from '@/lib/domain/method-words';
import { measurement } from '@/lib/domain/score-schema';
import { identifier } from './identifier';
import { operation } from './operation';
import { armScore, frontStanding, pairDifference } from './pair-difference';
import { levelTwoReading } from './practice-readings';
import { scoreDoubt } from './score-doubt';
import { overSeeds, publishedValue } from './sweep-shapes';

/** Quality against delay and against dollars over ended runs of one setting, with what nothing else beats. */
const point = z
  .object({
    key: z.string(),
    method: z.string(),
    arm: z.string().nullable().describe('Null where several arms are put together.'),
    batchSize: z.number().nullable(),
    isSerial: z.boolean(),
    label: z.string().describe('Of its newest run.'),
    runIds: z.array(z.string()),
    quality: armScore.describe('Best on held-out; of several runs over examples and runs.'),
    delayMs: overSeeds.nullable(),
    costUsd: overSeeds.nullable(),
    confirmation: measurement.nullable(),
    doubt: scoreDoubt
      .nullable()
      .describe('Of any of its runs; then it is on no front and is held against nothing.'),
    levelTwo: levelTwoReading
      .nullable()
      .describe('Of practice runs with an aggregator call at level 2: what that call counts.'),
    byDelay: frontStanding.nullable().describe('Null without a delay.'),
    byCost: frontStanding.nullable().describe('Null without a price.'),
    difference: pairDifference
      .nullable()
      .describe('How much better than the reference; null for the reference itself.'),
  })
  .meta({ id: 'ParetoPoint' });
export type ParetoPointView = z.output<typeof point>;

const setting = z
  .object({
    key: z.string(),
    taskName: z.string(),
    splitHash: z.string(),
    split: z.string(),
    model: z.string(),
    hardware: z.string(),
    practice: z.boolean(),
    timeScale: z.string().nullable(),
    runs: z.int(),
  })
  .meta({ id: 'ParetoSetting' });
export type ParetoSettingView = z.output<typeof setting>;

const named = z.object({ id: z.string(), name: z.string() });

export const paretoGrouping = z.enum(['run', 'arm', 'batchSize']);
export const paretoDelay = z.enum(['learning', 'total', 'gain']);
export type ParetoDelay = z.output<typeof paretoDelay>;

export const pareto = z
  .object({
    /** Runs of different settings are never on one front. */
    settings: z.array(setting),
    setting: z.string().nullable().describe('The one that the points belong to.'),
    points: z.array(point),
    reference: z.string().nullable().describe('Key of the best serial point, else of the best point.'),
    published: z
      .array(publishedValue)
      .describe('Of a data set of this kind: other hardware, never on a front.'),
    pricedAt: z.array(z.string()).describe('Dates of the prices behind the dollars, oldest first.'),
    counts: z.object({
      drawn: z.int().describe('Runs behind the points.'),
      elsewhere: z.int().describe('Runs of other settings.'),
      older: z.boolean().describe('Whether older runs beyond the newest ones were left out.'),
    }),
    choices: z.object({
      experiments: z.array(named),
      tasks: z.array(named),
      methods: z.array(z.string()),
      tags: z.array(z.string()),
    }),
  })
  .meta({ id: 'Pareto' });
export type ParetoView = z.output<typeof pareto>;

export const readParetoQuery = z.object({
  experimentId: identifier.optional(),
  taskId: identifier.optional(),
  method: z.enum(METHOD_NAMES).optional(),
  tag: z.string().trim().min(1).max(60).optional(),
  grouping: paretoGrouping.default('arm'),
  delay: paretoDelay.default('learning'),
  setting: z
    .string()
    .regex(/^[0-9a-f]{1,64}$/)
    .optional()
    .describe('Key of a setting; left out or unknown, the one with most runs.'),
});
export type ReadParetoInput = z.output<typeof readParetoQuery>;

export const readPareto = operation({
  id: 'readPareto',
  method: 'GET',
  path: '/api/v1/pareto',
  tag: 'Runs',
  summary:
    'Held-out quality against delay and against dollars, with the Pareto front of runs, arms or batch sizes',
  description:
    'Over the newest 1,000 ended runs that fit. Points share task, split, scorer, models and hardware; runs of other settings are counted, not drawn.',
  permission: 'read',
  scope: 'workspace',
  query: readParetoQuery,
  response: pareto,
});
