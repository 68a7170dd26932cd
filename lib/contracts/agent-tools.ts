import { z } from 'zod';
import { listedTool, toolServer } from '@/lib/domain/tool-agent';
import { identifier } from './identifier';
import { operation } from './operation';

/** Tools that servers offer, before an agent pins some of them. */
export const listToolsBody = z
  .strictObject({
    servers: z.array(toolServer).min(1).max(16),
    header: z.string().max(60).nullable().default(null).describe('Header with the secret of the agent.'),
    agentId: identifier
      .nullable()
      .default(null)
      .describe('Agent whose secret is sent, to addresses of the host that it belongs to.'),
  })
  .meta({ id: 'ListTools' });
export type ListToolsInput = z.output<typeof listToolsBody>;

export const serverTools = z
  .object({
    server: z.string(),
    tools: z.array(listedTool).describe('Empty where the server was not reached.'),
    fault: z.string().nullable().describe('Why there are none.'),
  })
  .meta({ id: 'ServerTools' });
export type ServerTools = z.output<typeof serverTools>;

export const listTools = operation({
  id: 'listTools',
  method: 'POST',
  path: '/api/v1/agents/tools',
  tag: 'Agents',
  summary: 'Ask tool servers for their tools',
  description: 'A worker opens a session with each server, lists its tools and closes it; it calls none.',
  permission: 'experiment',
  scope: 'workspace',
  body: listToolsBody,
  response: z.object({ items: z.array(serverTools) }),
});
