import { type AgentSettings, agentSettings, type InjectionWay, isInEnvironment } from '@/lib/domain/agent';
import { headerOfAgent } from '@/lib/domain/agent-reach';
import { toolOfComponent } from '@/lib/domain/tool-agent';
import { numberOrNull } from './draft-numbers';
import { bodyOfTools, descriptionComponents, draftOfTools, type ToolDraft } from './tool-draft';

/** The form of an agent: texts as they are typed, and the request that they make. */
export interface AgentDraft extends ToolDraft {
  name: string;
  kind: AgentSettings['kind'];
  url: string;
  header: string;
  command: string;
  replies: 'json' | 'xml';
  /** Command of an agent that is installed in the sandbox; empty = the built-in one. */
  installed: string;
  /** Harbor runs the attempt, with this agent and model of its own. */
  isHarbor: boolean;
  harborAgent: string;
  harborModel: string;
  proxied: boolean;
  components: { name: string; injection: InjectionWay; initialText: string }[];
  modelCalls: string;
  tokens: string;
  usd: string;
  seconds: string;
  reset: AgentSettings['reset'];
  tools: AgentSettings['tools'];
  rolloutsMax: string;
}

/** Defaults of the API, so that no number is written twice. */
const USUAL = agentSettings.parse({ kind: 'program', command: 'x' });

export function draftOfAgent(agent: { name: string; settings: AgentSettings } | null): AgentDraft {
  const settings = agent?.settings ?? USUAL;
  const { limits, components, proxied, reset, tools, rolloutsMax } = settings;
  return {
    name: agent?.name ?? '',
    kind: agent?.settings.kind ?? 'http',
    url: settings.kind === 'http' ? settings.url : '',
    header: headerOfAgent(settings) ?? '',
    command: agent && settings.kind === 'program' ? settings.command : '',
    replies: settings.kind === 'terminal' ? settings.replies : 'json',
    installed: settings.kind === 'terminal' ? (settings.command ?? '') : '',
    ...draftOfHarbor(settings),
    ...draftOfTools(agent?.settings),
    components: components
      .filter(({ name }) => settings.kind !== 'tools' || toolOfComponent(name) === null)
      .map((one) => ({ ...one })),
    modelCalls: String(limits.modelCalls),
    tokens: String(limits.tokens),
    usd: limits.usd === null ? '' : String(limits.usd),
    seconds: String(limits.seconds),
    rolloutsMax: String(rolloutsMax),
    ...{ proxied, reset, tools },
  };
}

function draftOfHarbor(
  settings: AgentSettings,
): Pick<AgentDraft, 'isHarbor' | 'harborAgent' | 'harborModel'> {
  const harbor = settings.kind === 'terminal' ? settings.harbor : undefined;
  return {
    isHarbor: harbor !== undefined,
    harborAgent: harbor?.agent ?? 'terminus-2',
    harborModel: harbor?.model ?? '',
  };
}

/** Faults name the place in `settings`; the API and the form parse it with one schema. */
export function bodyOfAgent(draft: AgentDraft) {
  const { name, kind, proxied, reset, tools } = draft;
  const isLive = tools === 'live' && !isInEnvironment(kind);
  const number = (text: string) => numberOrNull(text) ?? 0;
  const common = {
    ...{ proxied, reset, tools },
    components: draft.components.map((one) => ({
      ...one,
      // Without the proxy the agent reads the job itself.
      injection: proxied ? one.injection : ('given' as const),
    })),
    limits: {
      modelCalls: number(draft.modelCalls),
      tokens: number(draft.tokens),
      usd: numberOrNull(draft.usd),
      seconds: number(draft.seconds),
    },
    rolloutsMax: isLive ? 1 : number(draft.rolloutsMax),
  };
  const header = draft.header.trim() || null;
  if (kind === 'http') return { name, settings: { kind, url: draft.url.trim(), header, ...common } };
  if (kind === 'program') return { name, settings: { kind, command: draft.command.trim(), ...common } };
  if (kind === 'runner') return { name, settings: { kind, ...common } };
  const [first] = draft.components;
  const system = { name: 'system', injection: 'given' as const, initialText: first?.initialText ?? '' };
  if (isInEnvironment(kind)) {
    const command = draft.isHarbor ? null : draft.installed.trim() || null;
    const harbor = { agent: draft.harborAgent.trim(), model: draft.harborModel.trim() || null };
    const inside = {
      ...{ ...common, proxied: true },
      components: hasOneSystemText(draft) ? [system] : draft.components,
      ...{ reset: 'eachRollout' as const, tools: 'sandboxed' as const },
    };
    return kind === 'appworld'
      ? { name, settings: { kind, ...inside } }
      : {
          name,
          settings: { kind, replies: draft.replies, command, ...(draft.isHarbor && { harbor }), ...inside },
        };
  }
  const components = [system, ...descriptionComponents(draft)];
  return {
    name,
    settings: { kind, header, ...bodyOfTools(draft), ...common, proxied: true, components },
  };
}

/** Agents that ship with Waggle read one system text; all others name their components. */
export function hasOneSystemText({
  kind,
  installed,
  isHarbor,
}: Pick<AgentDraft, 'kind' | 'installed' | 'isHarbor'>): boolean {
  if (kind === 'terminal') return isHarbor || installed.trim() === '';
  return kind === 'tools' || kind === 'appworld';
}
