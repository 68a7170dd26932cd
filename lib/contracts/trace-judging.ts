import { z } from 'zod';
import { operation } from './operation';
import { trace, traceDetail, traceFilterQuery, traceParams } from './traces';

/** Traces that wait for a judgement, and judgements of people. */
const tag = 'Traces';

export const listTracesToJudge = operation({
  id: 'listTracesToJudge',
  method: 'GET',
  path: '/api/v1/traces-to-judge',
  tag,
  summary: 'Complete traces without a score, newest first: at most 50, and how many there are',
  permission: 'experiment',
  scope: 'workspace',
  query: traceFilterQuery,
  response: z.object({ items: z.array(trace), total: z.int().describe('Counted up to 1,000.') }),
});

export const judgeTrace = operation({
  id: 'judgeTrace',
  method: 'POST',
  path: '/api/v1/traces/{traceId}/judgement',
  tag,
  summary: 'Judge a trace, or take a judgement back',
  description:
    'A judgement of a person outweighs all others. Null takes it back: the next source counts again.',
  permission: 'experiment',
  scope: 'traceId',
  params: traceParams,
  body: z.strictObject({
    value: z.number().min(0).max(1).nullable(),
    explanation: z.string().trim().max(2_000).default(''),
  }),
  response: traceDetail,
});
