import { z } from 'zod';
import { identifier } from './identifier';
import { operation } from './operation';

/** Forecast of the rollouts of a run with an agent, before it is started. */
const span = z.object({ low: z.number(), high: z.number() });

const amount = z
  .object({
    n: z.int().describe('Past rollouts of this version that say it.'),
    mean: span,
    p90: span.describe('If each rollout took as much as the 90th percentile of the past ones.'),
  })
  .nullable();

export const agentForecastView = z
  .object({
    agent: z.object({ id: z.string(), name: z.string(), version: z.int() }),
    rollouts: span,
    ms: amount.describe('Null = no rollout of this version has ended.'),
    tokens: amount,
    usd: amount.describe('Null = no past rollout has a known cost.'),
    atLimit: z
      .int()
      .nullable()
      .describe('Rollouts that the budget allows where each takes its whole limit; null = no cap binds.'),
  })
  .meta({ id: 'AgentForecast' });
export type AgentForecastView = z.output<typeof agentForecastView>;

export const forecastAgent = operation({
  id: 'forecastAgent',
  method: 'GET',
  path: '/api/v1/experiments/{experimentId}/agent-forecast',
  tag: 'Experiments',
  summary: 'Expected cost and time of the agent in a run that would start now',
  description:
    'From past rollouts of the latest version. Null where a rollout is one model call, or where no run could start from these settings.',
  permission: 'read',
  scope: 'experimentId',
  params: z.object({ experimentId: identifier }),
  query: z.object({ kind: z.enum(['combee', 'serialBaseline']).default('combee') }),
  response: z.object({ forecast: agentForecastView.nullable() }),
});
