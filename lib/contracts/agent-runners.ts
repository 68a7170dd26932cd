import { z } from 'zod';
import { identifier, timestamp } from './identifier';
import { operation } from './operation';

/** Runners of an agent: processes of users' own that lease its rollouts. */
const runnerView = z
  .object({
    id: z.string(),
    name: z.string(),
    host: z.string(),
    client: z.string().describe('Client and its version.'),
    capacity: z.int().describe('Rollouts that it takes at once.'),
    inFlight: z.int(),
    isConnected: z.boolean().describe('Heard of in the last 60 seconds.'),
    connectedAt: timestamp,
    seenAt: timestamp,
  })
  .meta({ id: 'Runner' });
export type RunnerView = z.output<typeof runnerView>;

const agentRunners = z
  .object({
    runners: z.array(runnerView).describe('Latest seen first; forgotten a day after their last poll.'),
    waiting: z.int().describe('Rollouts that wait for a runner.'),
    address: z.string().describe('Where runners reach the flag server.'),
  })
  .meta({ id: 'AgentRunners' });
export type AgentRunnersView = z.output<typeof agentRunners>;

export const listAgentRunners = operation({
  id: 'listAgentRunners',
  method: 'GET',
  path: '/api/v1/agents/{agentId}/runners',
  tag: 'Agents',
  summary: 'Runners of an agent, and the rollouts that wait for one',
  permission: 'read',
  scope: 'agentId',
  params: z.object({ agentId: identifier }),
  response: agentRunners,
});
