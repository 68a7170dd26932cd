import { z } from 'zod';
import { agentSettings, componentName } from '@/lib/domain/agent';
import { agentDetail, agentRolloutRow, agentView } from './agent-shapes';
import { displayName, identifier } from './identifier';
import { operation } from './operation';
import { pageOf, pageQuery } from './page';

/** Agents of a workspace: what attempts the examples of an experiment, in versions that runs pin. */
const tag = 'Agents';
const agentParams = z.object({ agentId: identifier });

export const createAgentBody = z
  .strictObject({ name: displayName, settings: agentSettings })
  .meta({ id: 'CreateAgent' });
export type CreateAgentInput = z.output<typeof createAgentBody>;

export const updateAgentBody = z
  .strictObject({ name: displayName.optional(), settings: agentSettings.optional() })
  .meta({ id: 'UpdateAgent' });
export type UpdateAgentInput = z.output<typeof updateAgentBody>;

/** A header value: visible characters of one line, so that it cannot end the header. */
export const agentSecretBody = z
  .strictObject({
    secret: z
      .string()
      .trim()
      .min(1, 'Give the value of the header.')
      .max(2000)
      .regex(/^[\x20-\x7e]+$/, 'A header value has printable ASCII only.')
      .nullable()
      .describe('Null removes it.'),
  })
  .meta({ id: 'AgentSecret' });

export const testAgentBody = z
  .strictObject({
    question: z.string().trim().min(1, 'Give a question.').max(100_000),
    context: z.string().max(1_000_000).default(''),
    expected: z
      .string()
      .max(1_000_000)
      .optional()
      .describe('Expected answer of the example, shown on the page of the rollout. The agent never sees it.'),
    components: z
      .record(componentName, z.string().max(200_000))
      .default({})
      .describe('By name; components left out keep their initial text.'),
    model: z
      .strictObject({ providerId: identifier, name: z.string().min(1).max(200) })
      .nullable()
      .default(null)
      .describe('Model of proxied calls; agents without the proxy need none.'),
  })
  .meta({ id: 'TestAgent' });
export type TestAgentInput = z.output<typeof testAgentBody>;

export const listAgents = operation({
  id: 'listAgents',
  method: 'GET',
  path: '/api/v1/agents',
  tag,
  summary: 'Agents, newest first; search looks at the names',
  permission: 'read',
  scope: 'workspace',
  query: pageQuery.extend({
    search: z.string().trim().max(120).optional(),
    archived: z.enum(['true', 'false']).default('false'),
  }),
  response: pageOf(agentView),
});

export const createAgent = operation({
  id: 'createAgent',
  method: 'POST',
  path: '/api/v1/agents',
  tag,
  summary: 'Add an agent; its settings become version 1',
  description: 'Private addresses only where the operator of this installation allows them.',
  permission: 'experiment',
  scope: 'workspace',
  body: createAgentBody,
  maxBodyBytes: 5_000_000,
  response: agentView,
  status: 201,
});

export const getAgent = operation({
  id: 'getAgent',
  method: 'GET',
  path: '/api/v1/agents/{agentId}',
  tag,
  summary: 'One agent with its versions and its health',
  description: 'Health covers the last 1,000 attempts of the last 30 days.',
  permission: 'read',
  scope: 'agentId',
  params: agentParams,
  response: agentDetail,
});

export const listAgentRollouts = operation({
  id: 'listAgentRollouts',
  method: 'GET',
  path: '/api/v1/agents/{agentId}/rollouts',
  tag,
  summary: 'Attempts of an agent, newest first',
  permission: 'read',
  scope: 'agentId',
  params: agentParams,
  query: pageQuery,
  response: pageOf(agentRolloutRow),
});

export const updateAgent = operation({
  id: 'updateAgent',
  method: 'PATCH',
  path: '/api/v1/agents/{agentId}',
  tag,
  summary: 'Rename an agent or change its settings',
  description: 'Changed settings become a new version. Another origin clears the secret.',
  permission: 'experiment',
  scope: 'agentId',
  params: agentParams,
  body: updateAgentBody,
  maxBodyBytes: 5_000_000,
  response: agentView,
});

export const archiveAgent = operation({
  id: 'archiveAgent',
  method: 'POST',
  path: '/api/v1/agents/{agentId}/archive',
  tag,
  summary: 'Archive an agent: no new experiment, run or test uses it; its rollouts stay readable',
  permission: 'experiment',
  scope: 'agentId',
  params: agentParams,
  response: agentView,
});

export const restoreAgent = operation({
  id: 'restoreAgent',
  method: 'DELETE',
  path: '/api/v1/agents/{agentId}/archive',
  tag,
  summary: 'Take an agent out of the archive',
  permission: 'experiment',
  scope: 'agentId',
  params: agentParams,
  response: agentView,
});

export const setAgentSecret = operation({
  id: 'setAgentSecret',
  method: 'PUT',
  path: '/api/v1/agents/{agentId}/secret',
  tag,
  summary: 'Set or remove the value of the header of an agent over HTTP',
  description: 'Write-only: no answer contains it.',
  permission: 'administer',
  scope: 'agentId',
  params: agentParams,
  body: agentSecretBody,
  response: agentView,
});

export const testAgent = operation({
  id: 'testAgent',
  method: 'POST',
  path: '/api/v1/agents/{agentId}/test',
  tag,
  summary: 'Start one rollout of the latest version; it counts in no run',
  permission: 'experiment',
  scope: 'agentId',
  params: agentParams,
  body: testAgentBody,
  maxBodyBytes: 5_000_000,
  response: z.object({ rolloutId: z.string() }),
  status: 201,
});
