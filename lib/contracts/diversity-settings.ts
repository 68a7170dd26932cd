import { z } from 'zod';
import type { DiversitySettings } from '@/lib/domain/diversity';
import { OPERATOR_KINDS } from '@/lib/domain/operator-kinds';
import { HASHED_NGRAM_ID } from '@/lib/stats/hashed-ngram-embedder';

/**
 * Diversity as a person sets it. Every part may be missing in a draft: starting a parallel run insists on all of them
 * and names the missing ones, so no part is filled in silently.
 */
const ITERATION_MAX = 1_000_000;

export const diversitySettings = z
  .strictObject({
    operators: z
      .array(z.strictObject({ kind: z.enum(OPERATOR_KINDS), weight: z.number().min(0).max(1) }))
      .max(OPERATOR_KINDS.length)
      .optional(),
    /** The weights follow the selection split once so many iterations are done; null = they stay. */
    adaptAfterIteration: z.int().min(1).max(ITERATION_MAX).nullable().optional(),
    /** The proposer's temperature from an iteration on, in rising order; the first counts from iteration 0. */
    temperature: z
      .array(
        z.strictObject({
          fromIteration: z.int().min(0).max(ITERATION_MAX),
          temperature: z.number().min(0).max(2),
        }),
      )
      .max(100)
      .optional(),
    /** An edit more similar than this to what is there is rejected; exactly at it is kept. */
    similarityMax: z.number().gt(0).max(1).nullable().optional(),
    /** "hashed-ngram-512-v1" works offline; "<id of a provider of this experiment>/<model>" asks that provider. */
    embedderId: z.string().trim().min(1).max(400).optional(),
    /** Collapsed iterations in a row after which a lineage starts from an empty prompt. */
    reseedAfterCollapsed: z.int().min(1).max(1000).nullable().optional(),
  })
  .meta({ id: 'DiversitySettings' });

/** Diversity settings of a new experiment. */
export const DIVERSITY_DEFAULT = {
  operators: [
    { kind: 'rephrase', weight: 0.25 },
    { kind: 'reorder', weight: 0.25 },
    { kind: 'fewShotSwap', weight: 0.25 },
    { kind: 'instructionChannelEdit', weight: 0.25 },
  ],
  adaptAfterIteration: 5,
  temperature: [
    { fromIteration: 0, temperature: 0.5 },
    { fromIteration: 5, temperature: 0.3 },
  ],
  similarityMax: 0.92,
  embedderId: HASHED_NGRAM_ID,
  reseedAfterCollapsed: 3,
} satisfies DiversitySettings;
