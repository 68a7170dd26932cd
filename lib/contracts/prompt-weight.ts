import { z } from 'zod';
import { identifier } from './identifier';
import { operation } from './operation';

/** The weight of a learned prompt: tokens, dollars and time that it adds to each later call. */

const latency = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('measured'),
    medianMs: z.number().describe('Median of the differences on the same held-out examples.'),
    lowerMs: z.number().nullable(),
    upperMs: z.number().nullable(),
    n: z.int(),
  }),
  z.object({ state: z.literal('notMeasured'), reason: z.enum(['practice', 'noDelays']) }),
]);

const tokens = { baseline: z.int(), learned: z.int() };
const addedUsd = z.object({ uncached: z.number().nullable(), cached: z.number().nullable() });

/** Compared with the live prompt of a slot. */
export const challengerWeight = z.object({
  ...tokens,
  /** Limit of the registered plan; null = no limit, so the weight is never a reason to refuse. */
  addedTokensMax: z.int().nullable(),
  /** Dollars per 1,000 calls for the added tokens, at the prices of the run that learned the prompt. */
  addedUsd: addedUsd.nullable(),
  /** The run's version that the challenger is; null if no run made it. */
  learnedAs: z.object({ runId: z.string(), hash: z.string() }).nullable(),
});

export const promptWeight = z
  .object({
    runId: z.string(),
    hash: z.string(),
    /** The original prompt of the run and this version, in tokens of the product's tokenizer (o200k). */
    tokens: z.object(tokens),
    /** Dollars per 1,000 calls for the added tokens, at the pinned prices; null = no such price is known. */
    addedUsd,
    pricedAt: z.string().nullable(),
    latency,
    /**
     * Model calls of a rollout, each of which carries the prompt; null = an agent whose calls are not known.
     */
    callsPerRollout: z.number().nullable(),
  })
  .meta({ id: 'PromptWeight' });
export type PromptWeightView = z.output<typeof promptWeight>;

export const readPromptWeight = operation({
  id: 'readPromptWeight',
  method: 'GET',
  path: '/api/v1/runs/{runId}/candidates/{hash}/weight',
  tag: 'Runs',
  summary: 'Tokens, dollars and time that a version of a prompt adds to each later call',
  permission: 'read',
  scope: 'runId',
  params: z.object({
    runId: identifier,
    hash: z.string().regex(/^[0-9a-f]{64}$/, 'A candidate is named by its sha256.'),
  }),
  response: promptWeight,
});
