import { z } from 'zod';
import { difference } from '@/lib/domain/score-schema';
import { costPerPoint } from './cost-per-point';
import { identifier } from './identifier';
import { operation } from './operation';
import { armScore, pairDifference } from './pair-difference';
import { levelTwoReading } from './practice-readings';
import { scoreDoubt } from './score-doubt';

/** Finished runs side by side, an arm each method setting: what share of the serial gain each arm keeps. */
const RUNS_MAX = 60;

const armRow = z
  .object({
    name: z.string(),
    batchSize: z.int().nullable().describe('Null where the controller chose.'),
    seeds: z.int(),
    n: z.int().describe('Held-out examples of each run.'),
    originalMean: z.number(),
    finalMean: z.number(),
    final: armScore.describe('The last prompts over examples and seeds.'),
    gain: z.number().describe('Mean of the gains of the seeds.'),
    armGain: pairDifference.describe('The gain with its interval over examples and seeds.'),
    difference: pairDifference
      .nullable()
      .describe(
        'Last prompts against those of the first row; null for it, and where nothing may be compared.',
      ),
    gains: z.array(difference).describe('One paired gain a seed.'),
    kept: z
      .number()
      .nullable()
      .describe('Gain as a share of the sequential arm’s; null when that is not there or gained nothing.'),
    bullets: z.number(),
    learningMs: z.number(),
    pointPrice: costPerPoint,
    practice: z.boolean(),
    levelTwo: levelTwoReading
      .nullable()
      .describe(
        'Of a practice arm with an aggregator call at level 2: what that call counts. Null for all others.',
      ),
    doubt: scoreDoubt.nullable().describe('Of any of its runs; then it is held against nothing.'),
    runIds: z.array(z.string()),
  })
  .meta({ id: 'ArmRow' });

export const armComparison = z
  .object({
    rows: z.array(armRow),
    datasetName: z.string(),
    splitHash: z.string(),
    hardware: z.string(),
    agents: z
      .array(
        z.object({
          name: z.string(),
          version: z.int(),
          kind: z.enum(['http', 'program', 'runner', 'tools', 'terminal', 'appworld']),
        }),
      )
      .describe('Agents that these runs pinned. Empty = one model call an answer.'),
    /** Set where the runs do not share split, agent or hardware, and the rows then stand without a share; or not the pace. */
    warning: z.string().nullable(),
    published: z
      .array(
        z.object({
          arm: z.string(),
          method: z.string(),
          batchSize: z.int().nullable(),
          accuracy: z.number(),
          trainSeconds: z.number().nullable(),
          source: z.string().describe('Figure or table.'),
        }),
      )
      .describe('Published values for a data set of this kind: other hardware, for orientation only.'),
  })
  .meta({ id: 'ArmComparison' });
export type ArmComparison = z.output<typeof armComparison>;

export const compareArmsQuery = z.object({
  runs: z
    .string()
    .min(1)
    .max(6000)
    .transform((list) => [...new Set(list.split(',').map((id) => id.trim()))].filter((id) => id !== ''))
    .pipe(z.array(identifier).min(1, 'Name at least one run.').max(RUNS_MAX, `At most ${RUNS_MAX} runs.`)),
});
export type CompareArmsInput = z.output<typeof compareArmsQuery>;

export const compareArms = operation({
  id: 'compareArms',
  method: 'GET',
  path: '/api/v1/comparisons/arms',
  tag: 'Runs',
  summary: 'Finished runs as arms: held-out gain, paired by example, and the share of the serial gain kept',
  permission: 'read',
  scope: 'workspace',
  query: compareArmsQuery,
  response: armComparison,
});
