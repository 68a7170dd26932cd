import { z } from 'zod';
import { componentName } from '@/lib/domain/agent';
import { identifier } from './identifier';
import { operation } from './operation';
import { listOf } from './page';
import {
  agentRollout,
  alikeRollout,
  rolloutComparison,
  trajectoryHead,
  trajectorySteps,
} from './rollout-shapes';

/** Rollouts of agents: what became of each attempt, its trajectory in pages, comparison, export, another try. */
const tag = 'Rollouts';
const rolloutParams = z.object({ rolloutId: identifier });
const attemptNumber = z.coerce.number().int().min(1).max(1000);
const attemptParams = rolloutParams.extend({ attempt: attemptNumber });

export const getRollout = operation({
  id: 'getRollout',
  method: 'GET',
  path: '/api/v1/rollouts/{rolloutId}',
  tag,
  summary: 'A rollout with all its attempts: status, totals, cost, proof of each component, outcome',
  permission: 'read',
  scope: 'rolloutId',
  params: rolloutParams,
  response: agentRollout,
});

export const readTrajectory = operation({
  id: 'readTrajectory',
  method: 'GET',
  path: '/api/v1/rollouts/{rolloutId}/attempts/{attempt}/trajectory',
  tag,
  summary: 'A trajectory without its steps: counts, tools, branches, failed steps, cited lines',
  description: 'While the rollout is running the trajectory is built from the calls recorded so far.',
  permission: 'read',
  scope: 'rolloutId',
  params: attemptParams,
  response: trajectoryHead,
});

export const listStepsQuery = z.object({
  from: z.coerce.number().int().min(0).max(1_000_000).default(0),
  count: z.coerce.number().int().min(1).max(200).default(50),
});

export const listTrajectorySteps = operation({
  id: 'listTrajectorySteps',
  method: 'GET',
  path: '/api/v1/rollouts/{rolloutId}/attempts/{attempt}/steps',
  tag,
  summary: 'Steps of a trajectory, from an index on',
  permission: 'read',
  scope: 'rolloutId',
  params: attemptParams,
  query: listStepsQuery,
  response: trajectorySteps,
});

export const searchTrajectory = operation({
  id: 'searchTrajectory',
  method: 'GET',
  path: '/api/v1/rollouts/{rolloutId}/attempts/{attempt}/search',
  tag,
  summary: 'Steps of a trajectory that hold these words',
  permission: 'read',
  scope: 'rolloutId',
  params: attemptParams,
  query: z.object({ q: z.string().trim().min(1).max(200) }),
  response: z.object({
    hits: z.int().describe('Places in all steps.'),
    steps: z.array(z.int()).describe('Indices of the steps, in order.'),
  }),
});

export const exportTrajectory = operation({
  id: 'exportTrajectory',
  method: 'GET',
  path: '/api/v1/rollouts/{rolloutId}/attempts/{attempt}/atif',
  tag,
  summary: 'The trajectory as an ATIF 1.7 document',
  permission: 'read',
  scope: 'rolloutId',
  params: attemptParams,
  response: z.string(),
  responseType: 'file',
  fileTypes: ['application/json'],
});

export const listAlikeRollouts = operation({
  id: 'listAlikeRollouts',
  method: 'GET',
  path: '/api/v1/rollouts/{rolloutId}/alike',
  tag,
  summary: 'Other rollouts of the same task, in the same run or by the same agent, newest first',
  description: 'At most 200.',
  permission: 'read',
  scope: 'rolloutId',
  params: rolloutParams,
  response: listOf(alikeRollout),
});

export const compareRollouts = operation({
  id: 'compareRollouts',
  method: 'GET',
  path: '/api/v1/rollouts/{rolloutId}/comparison',
  tag,
  summary: 'Two trajectories side by side: pairs of steps, and the first pair that differs',
  description: 'Compares the last attempt of each.',
  permission: 'read',
  scope: 'rolloutId',
  params: rolloutParams,
  query: z.object({ with: identifier.describe('The other rollout.') }),
  response: rolloutComparison,
});

export const runRolloutAgain = operation({
  id: 'runRolloutAgain',
  method: 'POST',
  path: '/api/v1/rollouts/{rolloutId}/again',
  tag,
  summary: 'Run the same task again with other texts of the components',
  description:
    'Starts one rollout of the purpose "again" with the same agent, limits and model. It counts in no run and no score.',
  permission: 'experiment',
  scope: 'rolloutId',
  params: rolloutParams,
  body: z.strictObject({
    components: z
      .record(componentName, z.string().max(200_000))
      .describe('By name; components left out keep their text.'),
  }),
  response: z.object({ rolloutId: z.string() }),
  status: 201,
});
