import { z } from 'zod';
import { timestamp } from './identifier';
import { operation } from './operation';

/** Traces that a workspace keeps now, and the last that retention removed. */
const traceStorage = z
  .object({
    traces: z.int(),
    bytes: z.number().describe('Compressed, of records and trajectories; one that traces share counts once.'),
    oldestReceivedAt: timestamp.nullable().describe('Null without traces.'),
    removals: z
      .array(
        z.object({
          at: timestamp,
          tooOld: z.int().describe('Traces beyond the days of the policy.'),
          overBytesMax: z.int().describe('Traces beyond the bytes of the policy.'),
          unreadParts: z.int().describe('Records that became no trace.'),
          bytes: z.number(),
        }),
      )
      .describe('The last rounds of retention that removed something, newest first.'),
  })
  .meta({ id: 'TraceStorage' });
export type TraceStorageView = z.output<typeof traceStorage>;

export const readTraceStorage = operation({
  id: 'readTraceStorage',
  method: 'GET',
  path: '/api/v1/trace-storage',
  tag: 'Traces',
  summary: 'How many traces the workspace keeps, their bytes, and the last removals',
  permission: 'read',
  scope: 'workspace',
  response: traceStorage,
});
