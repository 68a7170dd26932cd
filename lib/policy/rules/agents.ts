/** Requirements on agents: live tools, environments that judge them, and proof before promotion. */
import type { Rule } from './rule';

export const LIVE_TOOLS_ALONE = {
  id: 'R-241',
  title: 'Live tools run one rollout at a time',
  code: 'AGENT_TOOLS_LIVE',
  queued: true,
  sentence:
    'The tools of this agent are live, so its rollouts have effects outside and never run in parallel.',
  howToProceed: [
    'Replace the live tools by dry or sandboxed ones, and declare that on the page of the agent.',
    'Or set the batch to a fixed size of 1.',
  ],
} as const satisfies Rule;

export const UNPROVEN_STAYS = {
  id: 'R-242',
  title: 'Unproven components stay out of production',
  code: 'AGENT_UNPROVEN',
  sentence:
    'The agent of this run does not use the proxy, so no proof exists that the learned text reached a model.',
  howToProceed: ['Let the calls of the agent go through the proxy, and run the experiment again.'],
} as const satisfies Rule;

export const ENVIRONMENT_JUDGES = {
  id: 'R-243',
  title: 'Agents in environments are judged there',
  code: 'AGENT_ENVIRONMENT',
  queued: true,
  sentence:
    'An agent of the kind terminal or AppWorld acts in the environment that each example names, and only that environment scores it.',
  howToProceed: [
    'For an agent in a terminal, choose a data set of tasks and a task that is scored by the environment.',
    'For an agent in AppWorld, choose a data set of AppWorld tasks and a task that is scored by the environment.',
    'For other data sets, choose another agent or none, and a task with another scoring.',
  ],
} as const satisfies Rule;

export const AGENT_RULES = [
  LIVE_TOOLS_ALONE,
  UNPROVEN_STAYS,
  ENVIRONMENT_JUDGES,
] as const satisfies readonly Rule[];
