import { z } from 'zod';
import { identifier, timestamp } from './identifier';
import { operation } from './operation';
import { pageQuery } from './page';
import { insightFate } from './survival';

/** From a line of a prompt to the reflections and rollouts that it came from, and back; and what became of it since. */
const INT_MAX = 2_147_483_647;
const tag = 'Runs';
const runParams = z.object({ runId: identifier });

const reflectedOn = z.object({
  iteration: z.int(),
  ordinal: z.int(),
  exampleId: z.string(),
  /** The rollout that it reflects on, by its number in the ledger; null where that is not recorded. */
  rolloutSeq: z.int().nullable(),
});
export type ReflectedOn = z.output<typeof reflectedOn>;

const insightTrail = insightFate
  .extend({
    /** Every reflection that said it, the first one first. */
    reflections: z.array(reflectedOn),
  })
  .meta({ id: 'InsightTrail' });
export type InsightTrail = z.output<typeof insightTrail>;

export const listInsightsQuery = pageQuery.extend({
  iteration: z.coerce.number().int().min(0).max(INT_MAX).optional(),
  /** Index of the reflection, from 0; requires its iteration. */
  ordinal: z.coerce.number().int().min(0).max(INT_MAX).optional(),
  /** The bullet's id, or "line" and its number where the prompt has no bullets. */
  line: z.string().min(1).max(200).optional(),
});
export type ListInsightsInput = z.output<typeof listInsightsQuery>;

export const listInsights = operation({
  id: 'listInsights',
  method: 'GET',
  path: '/api/v1/runs/{runId}/insights',
  tag,
  summary: 'Insights with the reflections and rollouts that they came from and the line that they became',
  description:
    'Ask by iteration, by reflection (iteration and ordinal) or by line. Recognised by the id that the model named, else by similarity; `by` says which.',
  permission: 'read',
  scope: 'runId',
  params: runParams,
  query: listInsightsQuery,
  response: z.object({
    items: z.array(insightTrail),
    nextCursor: z.string().nullable(),
    /** False while they are being reckoned from a long ledger: ask again in a moment. */
    isWhole: z.boolean(),
    /** Limits of the answer, in words; null = none. */
    note: z.string().nullable(),
  }),
});

export const listSeenShares = operation({
  id: 'listSeenShares',
  method: 'GET',
  path: '/api/v1/runs/{runId}/iterations/{iteration}/seen-shares',
  tag,
  summary: "How much of its agent's trajectory each reflection of an iteration read",
  permission: 'read',
  scope: 'runId',
  params: runParams.extend({ iteration: z.coerce.number().int().min(0).max(INT_MAX) }),
  response: z.object({
    items: z
      .array(
        z.object({
          ordinal: z.int().describe('Index of the reflection, from 0.'),
          share: z.number().min(0).max(1).describe("Of the trajectory's characters."),
        }),
      )
      .describe('By ordinal; reflections of unknown share are left out. Empty without an agent.'),
  }),
});

const bulletStep = z
  .object({
    /** -1 = the prompt that the run began with. */
    iteration: z.int(),
    candidateHash: z.string(),
    kind: z.enum(['added', 'edited', 'removed', 'counted']),
    /** Which operation did it; `unknown` where the ledger names none. */
    operation: z.enum(['seed', 'add', 'update', 'merge', 'remove', 'dedupe', 'tags', 'hand', 'unknown']),
    /** As it stood after the step; null where it was removed. */
    text: z.string().nullable(),
    helpful: z.int(),
    harmful: z.int(),
    /** The person who wrote it, where one did. */
    byHand: z.string().nullable(),
    at: timestamp,
  })
  .meta({ id: 'BulletStep' });
export type BulletStep = z.output<typeof bulletStep>;

const bulletHistory = z
  .object({
    bulletId: z.string(),
    /** Oldest first; only versions that changed it. */
    steps: z.array(bulletStep),
    /** Its counters in every version that holds it, oldest first. */
    counters: z.array(z.object({ iteration: z.int(), helpful: z.int(), harmful: z.int() })),
  })
  .meta({ id: 'BulletHistory' });
export type BulletHistory = z.output<typeof bulletHistory>;

export const readBulletHistory = operation({
  id: 'readBulletHistory',
  method: 'GET',
  path: '/api/v1/runs/{runId}/bullet-history',
  tag,
  summary: 'When a bullet was added, edited, counted and removed, by which operation or by whom',
  permission: 'read',
  scope: 'runId',
  params: runParams,
  query: z.object({ bullet: z.string().min(1).max(200) }),
  response: bulletHistory,
});
