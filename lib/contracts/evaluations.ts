import { z } from 'zod';
import { measurement } from '@/lib/domain/score-schema';
import { evaluationCacheSettings } from './evaluator-settings';
import { seedCandidateText } from './experiment-config';
import { identifier, timestamp } from './identifier';
import { operation } from './operation';

/** Scores of one prompt on an evaluation split, from the cache where they are; and what the cache has spared. */

const EXAMPLES_MAX = 10_000;

export const evaluateBody = z
  .strictObject({
    experimentId: identifier,
    /** Empty = the method's own beginning. */
    candidateText: seedCandidateText,
    /** The confirmation examples have an opening of their own. */
    split: z.enum(['heldOut', 'selection']).default('heldOut'),
    /** Left out: all of the split. */
    exampleIds: z
      .array(z.string().min(1).max(200))
      .min(1)
      .max(EXAMPLES_MAX)
      .optional()
      .meta({ examples: [['ex-24', 'ex-25']] }),
    /** Evaluate again what has a score. Needs a reason, which is kept. */
    force: z.boolean().default(false),
    reason: z.string().trim().max(1000).default(''),
  })
  .meta({ id: 'Evaluate' });
export type EvaluateInput = z.output<typeof evaluateBody>;

const pair = z
  .object({
    exampleId: z.string(),
    answer: z.string(),
    score: z.number(),
    correct: z.boolean(),
    cached: z.literal(true),
  })
  .meta({ id: 'EvaluatedPair' });

export const evaluationResult = z
  .object({
    candidateHash: z.string(),
    split: z.enum(['heldOut', 'selection']),
    /** Every pair that was asked for had a score. */
    cached: z.boolean(),
    pairs: z.array(pair),
    /** Examples without a score; the run below gives them one. */
    missing: z.array(z.string()),
    /** Over all pairs; null while some are missing. */
    score: measurement.nullable(),
    /** The run of kind evaluation that scores what is missing; ask again when it has finished. */
    runId: z.string().nullable(),
    /** Answers that the reason given here has put aside. */
    invalidated: z.int(),
  })
  .meta({ id: 'EvaluationResult' });
export type EvaluationResultView = z.output<typeof evaluationResult>;

const judgeCost = z
  .object({
    seat: z.enum(['evaluator', 'proposer', 'proxy']),
    model: z.string(),
    /** Same model family as what is judged: cheaper, but biased in its own favour. */
    biased: z.boolean(),
    usdPerRollout: z.number().nullable(),
    usdPerMeasurement: z.number().nullable(),
  })
  .meta({ id: 'JudgeCost' });

export const evaluationSummary = z
  .object({
    experimentId: z.string(),
    cache: evaluationCacheSettings,
    /** Evaluation calls that were answered in all runs of the experiment, and those of them from the cache. */
    asked: z.int(),
    hits: z.int(),
    /** hits / asked; null before the first. */
    hitRate: z.number().nullable(),
    /** List price of the hits. */
    savedUsd: z.number(),
    /** Answers of this experiment's runs that may serve others. */
    kept: z.int(),
    runs: z.array(
      z.object({
        runId: z.string(),
        label: z.string(),
        asked: z.int(),
        hits: z.int(),
        savedUsd: z.number(),
      }),
    ),
    invalidations: z.array(
      z.object({
        candidateHash: z.string(),
        answers: z.int(),
        by: z.string(),
        at: timestamp,
        reason: z.string(),
      }),
    ),
    judging: z.object({
      /** code: honest by construction, nothing to calibrate. */
      scoredBy: z.enum(['code', 'judge', 'program', 'http', 'environment']),
      judge: z.enum(['separate', 'proposer']),
      costCeilingUsd: z.number().nullable(),
      /** measured: from judge calls of this experiment. estimated: from the lengths of its texts. */
      basis: z.enum(['measured', 'estimated']).nullable(),
      examples: z.int(),
      costs: z.array(judgeCost),
    }),
  })
  .meta({ id: 'EvaluationSummary' });
export type EvaluationSummaryView = z.output<typeof evaluationSummary>;

const tag = 'Evaluations';

export const evaluateCandidate = operation({
  id: 'evaluateCandidate',
  method: 'POST',
  path: '/api/v1/evaluations',
  tag,
  summary: 'Scores of a prompt on held-out or selection examples; what has none is evaluated by a run',
  description:
    'A pair that has a score is answered from the cache. To evaluate it again, send force with a reason: without one it is refused with ALREADY_EVALUATED.',
  permission: 'experiment',
  scope: 'workspace',
  body: evaluateBody,
  maxBodyBytes: 4_000_000,
  response: evaluationResult,
});

export const readEvaluationSummary = operation({
  id: 'readEvaluationSummary',
  method: 'GET',
  path: '/api/v1/evaluations/summary',
  tag,
  summary:
    'What the evaluation cache has spared an experiment, who put answers aside and why, and what each judge costs',
  permission: 'read',
  scope: 'workspace',
  query: z.object({ experimentId: identifier }),
  response: evaluationSummary,
});
