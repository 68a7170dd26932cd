import { z } from 'zod';
import { difference, measurement } from '@/lib/domain/score-schema';
import { identifier } from './identifier';
import { operation } from './operation';
import { pageQuery } from './page';
import { scoreDoubt } from './score-doubt';

/** Ended runs against one of them, example by example: who won where, and whether that is decided. */
const RUNS_MAX = 10;

const side = z
  .object({
    runId: z.string(),
    label: z.string(),
    experimentId: z.string(),
    /** Hash of the compared prompt: the best on held-out. */
    candidateHash: z.string(),
    score: measurement,
    learningMs: z.number().nullable().describe('Null = no whole held-out measurement.'),
    costUsd: z.number().nullable().describe('Whole run at list prices; null = a model without a price.'),
    practice: z.boolean(),
    hardware: z.string(),
    doubt: scoreDoubt.nullable(),
  })
  .meta({ id: 'ComparedSide' });
export type ComparedSide = z.output<typeof side>;

/** Wins and losses of one prompt against another, and whether the difference is decided. */
const verdict = z.object({
  n: z.int(),
  /** Measured on one side only, and left out. */
  unpaired: z.int(),
  wins: z.int(),
  losses: z.int(),
  ties: z.int(),
  /** McNemar's exact p of wins and losses. */
  p: z.number(),
  difference,
  decided: z.enum(['better', 'worse', 'undecided']),
});
export type PairedVerdict = z.output<typeof verdict>;

/** The answer of the quality claim is the only verdict about the two runs. */
const pairedRun = side
  .extend(verdict.omit({ decided: true }).shape)
  .extend({
    quality: z
      .enum(['holds', 'fails', 'undecided'])
      .describe('Whether it keeps the quality of the first run within the margin.'),
    margin: z.number().describe('Registered with the run; share of 1, so 0.01 is 1 point.'),
  })
  .meta({ id: 'PairedRun' });
export type PairedRun = z.output<typeof pairedRun>;

export const pairedComparison = z
  .object({
    baseline: side,
    others: z.array(pairedRun),
    splitHash: z.string(),
    /** Reason why the runs cannot be compared: other split or task. Then `others` is empty. */
    apart: z.string().nullable(),
  })
  .meta({ id: 'PairedComparison' });
export type PairedComparison = z.output<typeof pairedComparison>;

export const comparePairsQuery = z.object({
  runs: z
    .string()
    .min(1)
    .max(1000)
    .transform((list) => [...new Set(list.split(',').map((id) => id.trim()))].filter((id) => id !== ''))
    .pipe(
      z
        .array(identifier)
        .min(2, 'Name two runs or more; the first is the baseline.')
        .max(RUNS_MAX, `At most ${RUNS_MAX} runs.`),
    ),
});
export type ComparePairsInput = z.output<typeof comparePairsQuery>;

export const comparePairs = operation({
  id: 'comparePairs',
  method: 'GET',
  path: '/api/v1/comparisons/pairs',
  tag: 'Runs',
  summary:
    'Ended runs against the first of them: wins, losses and ties by held-out example, with exact test and interval',
  description:
    'Compared are the prompts that were best on held-out. Runs of another split or task are not compared.',
  permission: 'read',
  scope: 'workspace',
  query: comparePairsQuery,
  response: pairedComparison,
});

const comparedExample = z
  .object({
    exampleId: z.string(),
    question: z.string(),
    expected: z.string(),
    before: z.number(),
    after: z.number(),
  })
  .meta({ id: 'ComparedExample' });
export type ComparedExample = z.output<typeof comparedExample>;

const outcome = z.enum(['differ', 'losses', 'wins', 'ties', 'all']);
export type PairOutcome = z.output<typeof outcome>;

export const listComparedExamplesQuery = pageQuery.extend({
  baseline: identifier,
  other: identifier,
  outcome: outcome.default('differ'),
});
export type ListComparedExamplesInput = z.output<typeof listComparedExamplesQuery>;

export const listComparedExamples = operation({
  id: 'listComparedExamples',
  method: 'GET',
  path: '/api/v1/comparisons/examples',
  tag: 'Runs',
  summary: 'The held-out examples on which two runs differ, regressions first',
  permission: 'read',
  scope: 'workspace',
  query: listComparedExamplesQuery,
  response: z.object({
    items: z.array(comparedExample),
    nextCursor: z.string().nullable(),
    /** With this outcome. */
    total: z.int(),
  }),
});

const heldOutExample = comparedExample
  .extend({
    /** The rollouts behind the two scores, by their numbers in the ledger; null where that is not recorded. */
    beforeSeq: z.int().nullable(),
    afterSeq: z.int().nullable(),
  })
  .meta({ id: 'HeldOutExample' });
export type HeldOutExample = z.output<typeof heldOutExample>;

export const listHeldOutExamplesQuery = pageQuery.extend({
  candidate: z.string().regex(/^[0-9a-f]{64}$/, 'A candidate is named by its sha256.'),
  outcome: outcome.default('all'),
});
export type ListHeldOutExamplesInput = z.output<typeof listHeldOutExamplesQuery>;

export const listHeldOutExamples = operation({
  id: 'listHeldOutExamples',
  method: 'GET',
  path: '/api/v1/runs/{runId}/held-out-examples',
  tag: 'Runs',
  summary:
    'What a candidate scored on each held-out example, and the prompt that the run began with, regressions first',
  description: 'Confirmation examples are never listed.',
  permission: 'read',
  scope: 'runId',
  params: z.object({ runId: identifier }),
  query: listHeldOutExamplesQuery,
  response: z.object({
    items: z.array(heldOutExample),
    nextCursor: z.string().nullable(),
    /** With this outcome. */
    total: z.int(),
    /** Null where there is nothing to compare; `note` says why. */
    comparison: verdict.nullable(),
    microAccuracy: z
      .object({ before: z.number(), after: z.number() })
      .nullable()
      .describe('Right tags of all tags, on FiNER; null for other scorings.'),
    note: z.string().nullable(),
  }),
});
