import { z } from 'zod';
import { operation } from './operation';

/** Programs that may score a task, those that are agents, and servers of tools. Only the workers know which command a name refers to. */
const command = z
  .object({
    name: z.string(),
    /** Live workers that know it; a run that needs it is carried by these. */
    workers: z.int(),
  })
  .meta({ id: 'Command' });
export type CommandView = z.output<typeof command>;

const commandUse = z.enum(['evaluator', 'agent', 'mcp']);
export type CommandUse = z.output<typeof commandUse>;

export const listCommands = operation({
  id: 'listCommands',
  method: 'GET',
  path: '/api/v1/commands',
  tag: 'Tasks',
  summary: 'Programs that live workers know, by name',
  permission: 'read',
  scope: 'none',
  query: z.object({
    use: commandUse.default('evaluator').describe('Programs that score, agents, or servers of tools.'),
  }),
  response: z.object({ items: z.array(command) }).meta({ id: 'Commands' }),
});
