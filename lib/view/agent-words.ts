/** Agents in words: address, health, and the forecast of a rollout from past ones. */
import type { AgentFigures, AgentView } from '@/lib/contracts/agent-shapes';
import type { AgentSettings } from '@/lib/domain/agent';
import { offeredNames } from '@/lib/domain/tool-agent';
import { formatCount, formatDuration, formatUsd, plural } from './numbers';

/** Host of the address, name of the program, number of tools, or what runs in the environment. */
export function placeOfAgent(settings: AgentSettings): string {
  if (settings.kind === 'http') return new URL(settings.url).host;
  if (settings.kind === 'tools') return plural(offeredNames(settings).length, 'tool');
  if (settings.kind === 'terminal' && settings.harbor) return `Harbor, ${settings.harbor.agent}`;
  if (settings.kind === 'terminal')
    return settings.command ?? `Built-in agent, replies in ${settings.replies.toUpperCase()}`;
  if (settings.kind === 'appworld') return 'Built-in code agent';
  return settings.kind === 'program' ? settings.command : 'Long poll';
}

/** "desk (tools.example.com), files (program)". */
export const serverWords = ({ servers }: Extract<AgentSettings, { kind: 'tools' }>): string =>
  servers.length === 0
    ? 'None'
    : servers
        .map((server) => `${server.name} (${server.via === 'http' ? new URL(server.url).host : 'program'})`)
        .join(', ');

export const RESET_WORDS: Readonly<Record<AgentSettings['reset'], string>> = {
  stateless: 'Stateless',
  eachRollout: 'Reset for each rollout',
  undeclared: 'Not declared',
};

export const TOOLS_WORDS: Readonly<Record<AgentSettings['tools'], string>> = {
  none: 'No tools with effects',
  dry: 'Dry: tools only pretend',
  sandboxed: 'Sandboxed',
  live: 'Live: effects are real',
};

export const INJECTION_WAY_WORDS = {
  given: 'Agent reads it from the job',
  marker: 'Proxy replaces a marker',
  prepend: 'Proxy puts it before the system text',
} as const;

interface Past {
  readonly agent: Pick<AgentView, 'settings' | 'version'>;
  readonly ofLatest: AgentFigures;
}

/** Sentences on what one rollout of the latest version takes, and how many rollouts a budget surely allows. */
export function agentForecast(
  { agent, ofLatest: { ms, tokens, usd } }: Past,
  budget: { readonly usd: number | null; readonly tokens: number | null },
): string[] {
  const { limits } = agent.settings;
  const cap = surely(limits, budget);
  return [
    ms === null
      ? `Version ${agent.version} has no finished rollout, so cost and time are unknown.`
      : `Time: mean ${formatDuration(ms.mean)}, 90th percentile ${formatDuration(ms.p90)} (n = ${ms.n}).`,
    ...(tokens === null ? [] : [`Tokens: mean ${count(tokens.mean)}, 90th percentile ${count(tokens.p90)}.`]),
    ...(usd === null
      ? []
      : [`Cost: mean ${formatUsd(usd.mean)}, 90th percentile ${formatUsd(usd.p90)} (n = ${usd.n}).`]),
    ...(ms !== null && usd === null ? ['The cost is unknown: no call of the agent has a price.'] : []),
    cap === null
      ? `Each rollout reserves its whole limit: ${limitWords(limits)}.`
      : `Each rollout reserves its whole limit (${limitWords(limits)}), so the budget surely allows ${plural(cap, 'rollout')}.`,
  ];
}

const count = (value: number) => formatCount(Math.round(value));

const limitWords = ({ tokens, usd }: AgentSettings['limits']) =>
  `${formatCount(tokens)} tokens${usd === null ? '' : ` and ${formatUsd(usd)}`}`;

/** Rollouts that the budget allows where each takes its whole limit; null = no cap binds. */
function surely(
  limits: AgentSettings['limits'],
  budget: { readonly usd: number | null; readonly tokens: number | null },
): number | null {
  const byTokens = budget.tokens === null ? [] : [Math.floor(budget.tokens / limits.tokens)];
  const byUsd = budget.usd === null || limits.usd === null ? [] : [Math.floor(budget.usd / limits.usd)];
  const caps = [...byTokens, ...byUsd];
  return caps.length === 0 ? null : Math.min(...caps);
}

const FAULT_WORDS: Readonly<Record<string, string>> = {
  unreachable: 'The agent was not reachable',
  busy: 'The agent took no more rollouts',
  serverFailed: 'The agent answered with an error',
  refused: 'The address refused the job',
  badOutcome: 'The answer was not an outcome',
  wrongRollout: 'The outcome was of another rollout',
  leaseLost: 'Its runner was not heard of for a minute',
  exited: 'The program ended with an error',
  killed: 'The program was killed',
  overMemory: 'The program used too much memory',
  overProcesses: 'The program started too many processes',
  overOutput: 'The program wrote too much',
  notStarted: 'No worker could start the program',
  toolsAway: 'A tool server was not reachable',
  toolsChanged: 'A tool is not as the version pins it',
  modelRefused: 'The provider refused the conversation',
  provider: 'The provider failed',
  notInjected: 'The learned text reached no model',
  modelCalls: 'Limit of model calls',
  tokens: 'Limit of tokens',
  usd: 'Limit of dollars',
  seconds: 'Time-out',
};

/** A failure as it is listed; codes of the agent's own are shown as they are. */
export const failureWords = (kind: string, fault: string) =>
  FAULT_WORDS[fault] ?? (kind === 'agent' ? `The agent failed: ${fault}` : fault);
