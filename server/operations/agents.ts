import * as agentRunners from '@/lib/contracts/agent-runners';
import { listTools as listToolsOperation } from '@/lib/contracts/agent-tools';
import * as agents from '@/lib/contracts/agents';
import { config } from '@/server/config/config';
import { checkAddress } from '@/server/http/model-access';
import { serve } from '@/server/http/serve';
import { listAgentRunners } from '@/server/services/agents/list-agent-runners';
import { listTools } from '@/server/services/agents/list-tools';
import { getAgent, listAgentRollouts, listAgents } from '@/server/services/agents/read-agents';
import {
  archiveAgent,
  createAgent,
  restoreAgent,
  setAgentSecret,
  updateAgent,
} from '@/server/services/agents/save-agent';
import { testAgent } from '@/server/services/agents/test-agent';

/** Agents, their versions, health and tests. */
export const served = [
  serve(agents.listAgents, listAgents),
  serve(agents.createAgent, (actor, input) => createAgent(actor, input, checkAddress)),
  serve(agents.getAgent, (actor, input) => getAgent(actor, input, Date.now())),
  serve(agents.listAgentRollouts, listAgentRollouts),
  serve(agentRunners.listAgentRunners, (actor, input) =>
    listAgentRunners(actor, input, config().agentProxyUrl),
  ),
  serve(agents.updateAgent, (actor, { agentId }, { body }) =>
    updateAgent(actor, { agentId, ...body }, checkAddress),
  ),
  serve(agents.archiveAgent, archiveAgent),
  serve(agents.restoreAgent, restoreAgent),
  serve(agents.setAgentSecret, setAgentSecret),
  serve(listToolsOperation, (actor, input) => listTools(actor, input, checkAddress)),
  serve(agents.testAgent, (actor, input) => testAgent(actor, input, checkAddress)),
];
