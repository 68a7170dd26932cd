import { z } from 'zod';
import { identifier } from './identifier';
import { operation } from './operation';

/** The best prompts of two runs, insight by insight. */
const insight = z.object({ key: z.string(), text: z.string() });

export const comparedInsights = z
  .object({
    unit: z.enum(['bullet', 'line']).describe('What counts as one insight.'),
    kept: z.array(insight).describe('Word for word in both prompts.'),
    merged: z
      .array(insight.extend({ into: z.string().describe('Line of the other prompt that says it.') }))
      .describe('Said by another line, by the evidence of insight survival.'),
    lost: z.array(insight).describe('In the prompt of the baseline only.'),
    added: z.array(insight).describe('In the prompt of the other run only.'),
  })
  .meta({ id: 'ComparedInsights' });
export type ComparedInsights = z.output<typeof comparedInsights>;

export const compareInsightsQuery = z.object({ baseline: identifier, other: identifier });
export type CompareInsightsInput = z.output<typeof compareInsightsQuery>;

export const compareInsights = operation({
  id: 'compareInsights',
  method: 'GET',
  path: '/api/v1/comparisons/insights',
  tag: 'Runs',
  summary: 'Insights of one run’s best prompt that another run’s best prompt kept, merged and lost',
  permission: 'read',
  scope: 'workspace',
  query: compareInsightsQuery,
  response: comparedInsights,
});
