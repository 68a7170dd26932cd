import type { AgentSettings } from './agent';
import { secretOriginOf as ofTools } from './tool-agent';

/** Needs of an agent outside of its settings: addresses, and programs that the operator of a worker has named. */
export function addressesOf(settings: AgentSettings): string[] {
  if (settings.kind === 'http') return [settings.url];
  if (settings.kind !== 'tools') return [];
  return [...settings.servers, ...settings.httpTools].flatMap((one) => ('url' in one ? [one.url] : []));
}

/** The origin that the agent's secret belongs to; null = it has no use for one. */
export function secretOriginOf(settings: AgentSettings): string | null {
  if (settings.kind === 'http') return new URL(settings.url).origin;
  return settings.kind === 'tools' ? ofTools(settings) : null;
}

/** Names in the configuration of the workers, and what they are there for. */
export function programsOfAgent(settings: AgentSettings): {
  readonly use: 'agent' | 'mcp';
  readonly names: readonly string[];
} {
  if (settings.kind === 'program') return { use: 'agent', names: [settings.command] };
  if (settings.kind !== 'tools') return { use: 'agent', names: [] };
  return {
    use: 'mcp',
    names: settings.servers.flatMap(({ via, name }) => (via === 'command' ? [name] : [])),
  };
}

/** The header that carries the agent's secret; null = it sends none. */
export const headerOfAgent = (settings: AgentSettings): string | null =>
  settings.kind === 'http' || settings.kind === 'tools' ? settings.header : null;
