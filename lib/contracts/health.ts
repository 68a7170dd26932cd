import { z } from 'zod';
import { operation } from './operation';

const part = z.object({ ok: z.boolean(), detail: z.string() });

/** Parts that must answer for the product to work. */
export const health = z.object({
  ok: z.boolean(),
  database: part,
  queue: part,
  worker: part,
  disk: part.describe('Bytes left for the embedded database; runs are paused while `ok` is false.'),
});

export type Health = z.infer<typeof health>;

export const readHealth = operation({
  id: 'readHealth',
  method: 'GET',
  path: '/api/health',
  tag: 'Operations',
  summary: 'Whether database, queue and at least one worker answer, and the disk has room',
  description: '200 when all are well, 503 with the same body when one is not. Needs no sign-in.',
  permission: null,
  scope: 'none',
  response: health,
});

export const readMetrics = operation({
  id: 'readMetrics',
  method: 'GET',
  path: '/api/metrics',
  tag: 'Operations',
  summary: 'Prometheus metrics',
  description: 'For an owner, or with the operator token for metrics as bearer. Also served at /metrics.',
  permission: 'administer',
  scope: 'none',
  response: z.string(),
  responseType: 'text',
});

export const readOpenapi = operation({
  id: 'readOpenapi',
  method: 'GET',
  path: '/api/v1/openapi.json',
  tag: 'Operations',
  summary: 'This document',
  permission: null,
  scope: 'none',
  response: z.record(z.string(), z.unknown()),
});
