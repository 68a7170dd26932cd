import { z } from 'zod';
import { traceFilter } from '@/lib/domain/trace-filter';
import { TRACES_MAX, traceSampleCounts } from '@/lib/domain/trace-sample';
import { experiment } from './experiments';
import { identifier } from './identifier';
import { operation } from './operation';
import { diagnosis, run } from './run-shapes';
import { slotParams } from './slots';
import { basisRollouts } from './sweep-shapes';

/** Learning from collected traces: what a run would draw and take, the run, and what a slot's failures begin. */
const tag = 'Traces';

export const learnFromTracesBody = z
  .strictObject({
    experimentId: identifier.describe('With ACE. Its agent or serving model measures what was learned.'),
    filter: traceFilter,
    count: z.int().min(2).max(TRACES_MAX).default(300).describe('The most traces to learn from.'),
    seed: z
      .int()
      .min(0)
      .max(2_147_483_647)
      .default(0)
      .describe('The same traces and seed give the same sample.'),
    naive: z
      .boolean()
      .default(false)
      .describe('One call over all reflections, for comparison, in the place of shuffle and scan.'),
  })
  .meta({ id: 'LearnFromTraces' });
export type LearnFromTracesInput = z.output<typeof learnFromTracesBody>;

export const traceLearningForecast = z
  .object({
    sample: traceSampleCounts.extend({
      isCut: z.boolean().describe('More traces match than a sample looks at: the newest were taken.'),
    }),
    /** Exploratory unless a serial diagnosis says go. */
    kind: z.enum(['combee', 'exploratory', 'comparisonPoint']),
    diagnosis: diagnosis.nullable(),
    expected: z
      .object({
        reflections: z.int(),
        iterations: z.int(),
        batchSize: z.int(),
        heldOut: z.int().describe('Fresh rollouts that measure the prompt, at the start and at the end.'),
        tokens: z.number(),
        usd: z.number(),
        totalMs: z.number(),
        isPriced: z.boolean(),
        practice: z.boolean(),
        basisRuns: z.int().describe('Ended runs that tokens and delays come from; 0 = lengths of texts.'),
        basisRollouts,
      })
      .nullable()
      .describe('Null where nothing can start; refusal says why.'),
    refusal: z
      .object({ sentence: z.string(), howToProceed: z.array(z.string()) })
      .nullable()
      .describe('Why this cannot start.'),
  })
  .meta({ id: 'TraceLearningForecast' });
export type TraceLearningForecastView = z.output<typeof traceLearningForecast>;

export const forecastTraceLearning = operation({
  id: 'forecastTraceLearning',
  method: 'POST',
  path: '/api/v1/traces/learning-forecast',
  tag,
  summary: 'What learning from collected traces would draw, cost and take; starts nothing',
  permission: 'read',
  scope: 'workspace',
  body: learnFromTracesBody,
  response: traceLearningForecast,
});

export const learnFromTraces = operation({
  id: 'learnFromTraces',
  method: 'POST',
  path: '/api/v1/traces/learn',
  tag,
  summary: 'Draw a sample of judged traces and start a run that learns from it',
  description:
    'Reflects on each trace, then shuffles, scans and applies as any parallel run. What was learned is measured by fresh rollouts on held-out. The run is exploratory until a serial diagnosis says go.',
  permission: 'experiment',
  scope: 'workspace',
  body: learnFromTracesBody,
  response: run,
  status: 201,
});

export const learnFromFailuresBody = z
  .strictObject({
    days: z
      .int()
      .min(1)
      .max(90)
      .default(7)
      .describe('Learns from traces that started within this many days before the request.'),
    count: learnFromTracesBody.shape.count,
  })
  .meta({ id: 'LearnFromFailures' });
export type LearnFromFailuresInput = z.output<typeof learnFromFailuresBody>;

export const failureLearning = z
  .object({
    experiment,
    filter: traceFilter.describe('Of the failed traces, for the forecast and the run.'),
    count: z.int(),
    drawn: z.int().describe('Traces that would be drawn now.'),
  })
  .meta({ id: 'FailureLearning' });
export type FailureLearningView = z.output<typeof failureLearning>;

export const learnFromFailures = operation({
  id: 'learnFromFailures',
  method: 'POST',
  path: '/api/v1/slots/{slotId}/learn-from-failures',
  tag,
  summary: "Make an experiment that starts from a slot's live prompt, for its failed traces of the last days",
  description:
    'A copy of the experiment that taught the live prompt, with that prompt as its beginning; asked again, the same one until it has a run. Starts nothing: forecast and start with the filter that is answered. Refused without failed traces, and where the live prompt comes from no run with ACE.',
  permission: 'experiment',
  scope: 'slotId',
  params: slotParams,
  body: learnFromFailuresBody,
  response: failureLearning,
});
