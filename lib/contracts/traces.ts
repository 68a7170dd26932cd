import { z } from 'zod';
import { SCORE_SOURCES, TRACE_SOURCES, traceScore } from '@/lib/domain/collected-trace';
import { COUNT_MAX, traceFilter } from '@/lib/domain/trace-filter';
import { timestamp } from './identifier';
import { operation } from './operation';
import { pageOf, pageQuery } from './page';
import { trajectoryHead, trajectorySteps } from './rollout-shapes';
import { listStepsQuery } from './rollouts';

/** Collected traces: found, read step by step, judged and deleted. */
const tag = 'Traces';
/** Ids are those of their senders: of hex or of any short text. */
const traceId = z.string().min(1).max(200);
export const traceParams = z.object({ traceId });

export const trace = z
  .object({
    id: z.string(),
    source: z.enum(TRACE_SOURCES),
    state: z.enum(['open', 'complete']).describe('open: spans may still come.'),
    service: z.string(),
    name: z.string(),
    agentName: z.string(),
    models: z.array(z.string()),
    tools: z.array(z.string()),
    promptName: z.string().nullable(),
    promptVersion: z.string().nullable(),
    sessionId: z.string().nullable(),
    task: z.string().describe('Cut: 500 characters in a list, 20,000 elsewhere.'),
    output: z.string().describe('Cut: 500 characters in a list, 20,000 elsewhere.'),
    error: z.string().nullable().describe('Null = it ended without one.'),
    startedAt: timestamp,
    durationMs: z.int().nullable(),
    steps: z.int(),
    modelCalls: z.int(),
    toolCalls: z.int(),
    toolErrors: z.int(),
    tokensIn: z.int(),
    tokensOut: z.int(),
    costUsd: z.number().nullable().describe('Null = its sender named no price.'),
    score: z.number().nullable().describe('In [0, 1]; null = it was not judged.'),
    scoredBy: z.enum(SCORE_SOURCES).nullable(),
    scoreLabel: z.string().nullable(),
    feedback: z.string().nullable(),
  })
  .meta({ id: 'Trace', description: 'A trajectory that came from outside, made under a prompt of its own.' });
export type TraceView = z.output<typeof trace>;

export const traceDetail = trace
  .extend({
    hasTrajectory: z.boolean(),
    scores: z.array(traceScore.extend({ at: timestamp })),
    unread: z.record(z.string(), z.int()).describe('Records that gave no step, by instrumentation.'),
    samples: z.int().describe('Samples that runs learned from and that hold it.'),
  })
  .meta({ id: 'TraceDetail' });
export type TraceDetailView = z.output<typeof traceDetail>;

const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
export const traceFilterQuery = z.object({
  ...traceFilter.shape,
  hasError: flag.optional(),
  minCostUsd: z.coerce.number().min(0).optional(),
  minTokens: z.coerce.number().int().min(0).max(COUNT_MAX).optional(),
  minSteps: z.coerce.number().int().min(0).max(COUNT_MAX).optional(),
});
export const listTracesQuery = traceFilterQuery.extend(pageQuery.shape);

export const listTraces = operation({
  id: 'listTraces',
  method: 'GET',
  path: '/api/v1/traces',
  tag,
  summary: 'Traces, newest first',
  permission: 'read',
  scope: 'workspace',
  query: listTracesQuery,
  response: pageOf(trace),
});

export const listTraceFacets = operation({
  id: 'listTraceFacets',
  method: 'GET',
  path: '/api/v1/trace-facets',
  tag,
  summary: 'Services, models, tools and prompts of the newest 5,000 traces, for filters',
  permission: 'read',
  scope: 'workspace',
  response: z.object({
    services: z.array(z.string()),
    models: z.array(z.string()),
    tools: z.array(z.string()),
    prompts: z.array(z.string()),
  }),
});

export const getTrace = operation({
  id: 'getTrace',
  method: 'GET',
  path: '/api/v1/traces/{traceId}',
  tag,
  summary: 'One trace with its judgements',
  permission: 'read',
  scope: 'traceId',
  params: traceParams,
  response: traceDetail,
});

export const readTraceTrajectory = operation({
  id: 'readTraceTrajectory',
  method: 'GET',
  path: '/api/v1/traces/{traceId}/trajectory',
  tag,
  summary: 'The trajectory of a trace without its steps',
  permission: 'read',
  scope: 'traceId',
  params: traceParams,
  response: trajectoryHead,
});

export const listTraceSteps = operation({
  id: 'listTraceSteps',
  method: 'GET',
  path: '/api/v1/traces/{traceId}/steps',
  tag,
  summary: 'Steps of a trace, from an index on',
  permission: 'read',
  scope: 'traceId',
  params: traceParams,
  query: listStepsQuery,
  response: trajectorySteps,
});

export const searchTraceSteps = operation({
  id: 'searchTraceSteps',
  method: 'GET',
  path: '/api/v1/traces/{traceId}/search',
  tag,
  summary: 'Steps of a trace that hold these words',
  permission: 'read',
  scope: 'traceId',
  params: traceParams,
  query: z.object({ q: z.string().trim().min(1).max(200) }),
  response: z.object({ hits: z.int(), steps: z.array(z.int()) }),
});

export const exportTrace = operation({
  id: 'exportTrace',
  method: 'GET',
  path: '/api/v1/traces/{traceId}/atif',
  tag,
  summary: 'The trajectory of a trace as an ATIF 1.7 document',
  permission: 'read',
  scope: 'traceId',
  params: traceParams,
  response: z.string(),
  responseType: 'file',
  fileTypes: ['application/json'],
});

export const deleteTrace = operation({
  id: 'deleteTrace',
  method: 'DELETE',
  path: '/api/v1/traces/{traceId}',
  tag,
  summary: 'Delete a trace with its records',
  description:
    'Samples that were drawn before keep what they froze of it; runs of them replay from their journal.',
  permission: 'experiment',
  scope: 'traceId',
  params: traceParams,
  response: z.object({ samples: z.int().describe('Samples that hold it.') }),
});
