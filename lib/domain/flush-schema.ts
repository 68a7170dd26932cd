import { z } from 'zod';
import { FLUSH_REASONS } from './scheduling';

const flushMember = z.object({
  key: z.string(),
  /** When it came to wait. */
  atMs: z.number(),
  /** Its place among all arrivals of its process, which tells apart what came in one millisecond. */
  arrival: z.number(),
  promptTokens: z.number(),
  /** Prompt and answer together. */
  tokens: z.number(),
  bucket: z.number(),
});

/**
 * A flush as the journal's log keeps it: its requests, the policy's inputs, its trigger and time. With the pinned
 * settings this is enough to check the decision.
 */
export const flushEntry = z.object({
  /** Counts the flushes of one process from 0. */
  number: z.number(),
  members: z.array(flushMember),
  inputs: z.object({
    queued: z.number(),
    /** Requests that had come by then in this process, sent and waiting. */
    arrivals: z.number(),
    oldestWaitMs: z.number(),
    lanesBusy: z.number(),
    lanes: z.number(),
    rewardVariance: z.number().nullable(),
    hurrying: z.boolean(),
  }),
  reason: z.enum(FLUSH_REASONS),
  atMs: z.number(),
});
