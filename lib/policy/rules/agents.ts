/** Requirements on agents: live tools, and proof before promotion. */
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

export const AGENT_RULES = [LIVE_TOOLS_ALONE, UNPROVEN_STAYS] as const satisfies readonly Rule[];
