import { z } from 'zod';
import { SEEN_BANDS } from '@/lib/domain/survival';
import { identifier } from './identifier';
import { operation } from './operation';
import { pageQuery } from './page';

/** Insight survival: which insights of a run's reflections got into its prompt, and where the others were lost. */

const place = z.enum(['prompt', 'lostLevel1', 'lostLevel2', 'notApplied', 'removed']);

const survivedIteration = z
  .object({
    iteration: z.int(),
    /** Examples of the iteration. */
    size: z.int(),
    /** New distinct insights of its own reflections, before any duplication. */
    wentIn: z.int(),
    level1: z.int(),
    level2: z.int(),
    /** In the prompt when the iteration closed / now. */
    inPrompt: z.int(),
    inPromptNow: z.int(),
    /** How the survivors of level 2 were recognised. */
    byId: z.int(),
    bySimilarity: z.int(),
    claimedNotFound: z.int(),
    carriedReflections: z.int(),
    /** Insights that the prompt said already; in none of the counts. */
    known: z.int(),
    /** Reflections that name no insight: there is nothing of them to follow. */
    withoutInsights: z.int(),
  })
  .meta({ id: 'SurvivedIteration' });

export const insightFate = z
  .object({
    id: z.string(),
    /** Ids of others that said it in the same words. */
    alsoIds: z.array(z.string()),
    iteration: z.int(),
    /** Null where the reflection cannot be read any more. */
    exampleId: z.string().nullable(),
    text: z.string().nullable(),
    place,
    by: z.enum(['id', 'similarity']).nullable(),
    likeness: z.number().nullable(),
    /** Groups that read it, from 0. */
    groups: z.array(z.int()),
    /** The bullet's id, or the number of the line. */
    line: z.string().nullable(),
    cause: z.enum(['leftOut', 'duplicate', 'rejected', 'elsewhere']).nullable(),
    /** The iteration that took it out of the prompt. */
    removedAt: z.int().nullable(),
    claimedNotFound: z.boolean(),
    carried: z.boolean(),
    known: z.boolean(),
  })
  .meta({ id: 'InsightFate' });
export type InsightFateView = z.output<typeof insightFate>;

export const runSurvival = z
  .object({
    runId: z.string(),
    practice: z.boolean(),
    /** Whether insights carry ids through the prompts of this run. */
    ids: z.boolean(),
    /** True where the run stated the fates itself; else they were reckoned from its ledger just now. */
    stated: z.boolean(),
    isWhole: z
      .boolean()
      .describe('False while a long ledger is being followed: ask again in some seconds for the rest.'),
    embedderId: z.string(),
    similarityMin: z.number(),
    similarityMinClaimed: z.number(),
    /** The floor that the batch size is held to; null = none. */
    floor: z.number().nullable(),
    /** Cases that the counts leave out, in words. */
    note: z.string(),
    iterations: z.array(survivedIteration),
    /** Share that survived the scan, by batch size, with the insights it was measured on. */
    bySize: z.array(z.object({ size: z.int(), share: z.number(), fitted: z.number(), n: z.int() })),
    /** Insights that entered the prompt, and how many the prompt still states after `age` iterations. */
    byAge: z.array(z.object({ age: z.int(), n: z.int(), stillThere: z.int() })),
    bySeen: z
      .array(z.object({ band: z.enum(SEEN_BANDS), n: z.int(), survived: z.int() }))
      .describe('By the share of the trajectory that the reflection saw. Empty without an agent.'),
    fates: z.array(insightFate),
    /** Where the next page of fates begins; null on the last one. */
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'RunSurvival' });
export type RunSurvivalView = z.output<typeof runSurvival>;

export const readSurvivalQuery = pageQuery.extend({
  /** Left out = all; `lost` = everything that is not in the prompt now. */
  place: z.enum([...place.options, 'lost']).optional(),
  iteration: z.coerce.number().int().min(0).max(2_147_483_647).optional(),
});
export type ReadSurvivalInput = z.output<typeof readSurvivalQuery>;

export const readSurvival = operation({
  id: 'readSurvival',
  method: 'GET',
  path: '/api/v1/runs/{runId}/survival',
  tag: 'Runs',
  summary:
    'How many insights of each iteration survived level 1, level 2 and until now, and where the others were lost',
  description:
    'The cursor pages through the fates, newest iteration first; place and iteration filter them. The rest is the same on every page.',
  permission: 'read',
  scope: 'runId',
  params: z.object({ runId: identifier }),
  query: readSurvivalQuery,
  response: runSurvival,
});
