import { z } from 'zod';
import { operation } from './operation';

/** How long and in what form a workspace keeps traces. */
const DAYS_MAX = 3_650;
const BYTES_MIN = 1_000_000;
const BYTES_MAX = 1_000_000_000_000_000;

export const tracePolicy = z
  .strictObject({
    retentionDays: z.int().min(1).max(DAYS_MAX).describe('Traces that were received earlier are removed.'),
    bytesMax: z
      .int()
      .min(BYTES_MIN)
      .max(BYTES_MAX)
      .nullable()
      .describe('Compressed, over all traces; beyond it the oldest are removed. Null: no limit.'),
    privacy: z
      .enum(['mask', 'drop', 'refuse'])
      .describe('Personal data and secrets: masked, their records left out, or the request refused.'),
    keepsContent: z
      .boolean()
      .describe('False: texts of messages are left out, numbers and names of tools stay.'),
  })
  .meta({ id: 'TracePolicy' });
export type TracePolicyView = z.output<typeof tracePolicy>;

export const getTracePolicy = operation({
  id: 'getTracePolicy',
  method: 'GET',
  path: '/api/v1/trace-policy',
  tag: 'Traces',
  summary: 'How long and in what form the workspace keeps traces',
  permission: 'read',
  scope: 'workspace',
  response: tracePolicy,
});

export const setTracePolicy = operation({
  id: 'setTracePolicy',
  method: 'PUT',
  path: '/api/v1/trace-policy',
  tag: 'Traces',
  summary: 'Set how long and in what form the workspace keeps traces',
  description:
    'Privacy and content hold for traces that arrive later; those that are stored stay as they are.',
  permission: 'administer',
  scope: 'workspace',
  body: tracePolicy,
  response: tracePolicy,
});
