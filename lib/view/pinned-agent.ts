import type { AgentSettings, PinnedAgent } from '@/lib/domain/agent';

/** An agent in a line, for pages that show little else of it. */
export const AGENT_KIND_WORDS = {
  http: 'HTTP',
  program: 'Program',
  runner: 'Runner',
  tools: 'Tools',
  terminal: 'Terminal',
  appworld: 'AppWorld',
} as const;

/** "Solver, version 2 (HTTP)". */
export const agentWords = (agent: {
  readonly name: string;
  readonly version: number;
  readonly kind: AgentSettings['kind'];
}) => `${agent.name}, version ${agent.version} (${AGENT_KIND_WORDS[agent.kind]})`;

/** "Solver, version 2 (HTTP, unproven)". */
export function pinnedAgentWords({ name, version, settings }: Omit<PinnedAgent, 'id' | 'hash'>): string {
  const kind = AGENT_KIND_WORDS[settings.kind];
  return `${name}, version ${version} (${settings.proxied ? kind : `${kind}, unproven`})`;
}
