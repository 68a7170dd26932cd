import { z } from 'zod';
import { EXAMPLE_TRACES_MAX, TRACE_SPLITS, traceOrigin } from '@/lib/domain/trace-examples';
import { traceFilter } from '@/lib/domain/trace-filter';
import { datasetDetail } from './datasets';
import { displayName } from './identifier';
import { operation } from './operation';
import { SHARES_DEFAULT, splitShares } from './splits';

/** A data set whose examples are collected traces: what it would hold, and the data set with its split. */
const tag = 'Traces';

const plan = {
  filter: traceFilter,
  count: z
    .int()
    .min(2)
    .max(EXAMPLE_TRACES_MAX)
    .default(1_000)
    .describe('The most examples. Their tasks are compared with each other in one request, hence the limit.'),
  seed: z
    .int()
    .min(0)
    .max(2_147_483_647)
    .default(0)
    .describe('The same traces and seed give the same examples and parts.'),
  expectedFrom: z
    .enum(['rightOutput'])
    .default('rightOutput')
    .describe('The expected answer: the output of traces with a score of 1. Others are left out.'),
  splitBy: z
    .enum(TRACE_SPLITS)
    .default('session')
    .describe('session, user: none lies in two parts. time: the oldest train, the newest measure.'),
  shares: splitShares.default(SHARES_DEFAULT),
};
const description = z.string().trim().max(4000).default('');

export const makeTraceDatasetBody = z
  .strictObject({ name: displayName, description, ...plan })
  .meta({ id: 'MakeTraceDataset' });
export type MakeTraceDatasetInput = z.output<typeof makeTraceDatasetBody>;

export const forecastTraceDatasetBody = z
  .strictObject({ name: displayName.optional(), description, ...plan })
  .meta({ id: 'ForecastTraceDataset' });
export type ForecastTraceDatasetInput = z.output<typeof forecastTraceDatasetBody>;

export const traceDatasetForecast = z
  .object({
    examples: z.int(),
    origin: traceOrigin.describe('What is left out, by reason; groups; near-duplicates among the tasks.'),
    parts: z
      .object({ train: z.int(), selection: z.int(), heldOut: z.int(), confirmation: z.int() })
      .nullable()
      .describe('Examples of each part; null without an example.'),
    refusal: z
      .object({ sentence: z.string(), howToProceed: z.array(z.string()) })
      .nullable()
      .describe('Why this cannot be made.'),
  })
  .meta({ id: 'TraceDatasetForecast' });
export type TraceDatasetForecastView = z.output<typeof traceDatasetForecast>;

export const forecastTraceDataset = operation({
  id: 'forecastTraceDataset',
  method: 'POST',
  path: '/api/v1/traces/dataset-forecast',
  tag,
  summary: 'What a data set of collected traces would hold; makes nothing',
  permission: 'read',
  scope: 'workspace',
  body: forecastTraceDatasetBody,
  response: traceDatasetForecast,
});

export const makeTraceDataset = operation({
  id: 'makeTraceDataset',
  method: 'POST',
  path: '/api/v1/traces/dataset',
  tag,
  summary: 'Make a data set of collected traces, with a registered split',
  description:
    'The question is the whole task, the expected answer the output of a trace with a score of 1; of several traces with one task the newest is kept. Sessions, users and near-duplicate tasks (Jaccard similarity of 0.8 or more over runs of five words) lie in one part each; by time, a near-duplicate of a task in an earlier part is left out. The import report counts what was left out.',
  permission: 'experiment',
  scope: 'workspace',
  body: makeTraceDatasetBody,
  response: datasetDetail,
  status: 201,
});
