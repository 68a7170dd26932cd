import type { ServerTools } from '@/lib/contracts/agent-tools';
import type { AgentSettings } from '@/lib/domain/agent';
import { componentOfTool, type HttpTool, type ListedTool, offeredName } from '@/lib/domain/tool-agent';
import { numberOrNull } from './draft-numbers';

/** The form of the built-in tool loop: servers, the tools that the model may call, and tools that are HTTP requests. */
export interface ToolDraft {
  servers: { via: 'http' | 'command'; name: string; url: string; withSecret: boolean }[];
  listed: DraftTool[];
  httpTools: DraftHttpTool[];
  toolSeconds: string;
}

export interface DraftTool extends Omit<ListedTool, 'parameters'> {
  /** JSON. */
  parameters: string;
  isAllowed: boolean;
  /** Its description is a component that Waggle improves. */
  isLearned: boolean;
}

export interface DraftHttpTool extends Omit<HttpTool, 'parameters'> {
  /** JSON as it is typed. */
  parameters: string;
  isLearned: boolean;
}

type ToolSettings = Extract<AgentSettings, { kind: 'tools' }>;

const NO_PARAMETERS = '{\n  "type": "object",\n  "properties": {}\n}';

export const newHttpTool = (): DraftHttpTool => ({
  ...{ name: '', description: '', parameters: NO_PARAMETERS, method: 'GET', url: '' },
  ...{ withSecret: false, isLearned: false },
});

export function draftOfTools(settings: AgentSettings | undefined): ToolDraft {
  if (settings?.kind !== 'tools') return { servers: [], listed: [], httpTools: [], toolSeconds: '60' };
  const learned = new Set(settings.components.map(({ name }) => name));
  const isLearned = (offered: string) => learned.has(componentOfTool(offered));
  return {
    servers: settings.servers.map((server) => ({ url: '', withSecret: false, ...server })),
    listed: settings.serverTools.map((tool) => ({
      ...tool,
      parameters: JSON.stringify(tool.parameters),
      isAllowed: true,
      isLearned: isLearned(offeredName(tool)),
    })),
    httpTools: settings.httpTools.map((tool) => ({
      ...tool,
      parameters: JSON.stringify(tool.parameters, null, 2),
      isLearned: isLearned(tool.name),
    })),
    toolSeconds: String(settings.toolSeconds),
  };
}

/** The part of the request that only the loop has. */
export function bodyOfTools(draft: ToolDraft) {
  return {
    servers: serversOf(draft),
    serverTools: draft.listed
      .filter(({ isAllowed }) => isAllowed)
      .map(({ isAllowed: _allowed, isLearned: _learned, parameters, ...tool }) => ({
        ...tool,
        parameters: parsed(parameters),
      })),
    httpTools: draft.httpTools.map(({ isLearned: _learned, parameters, url, ...tool }) => ({
      ...tool,
      url: url.trim(),
      parameters: parsed(parameters),
    })),
    toolSeconds: numberOrNull(draft.toolSeconds) ?? 0,
  };
}

export const serversOf = ({ servers }: Pick<ToolDraft, 'servers'>): ToolSettings['servers'] =>
  servers.map(({ via, name, url, withSecret }) =>
    via === 'http' ? { via, name, url: url.trim(), withSecret } : { via, name },
  );

/** Descriptions that are learned start from the server's own. */
export function descriptionComponents({ listed, httpTools }: ToolDraft) {
  const all = [
    ...listed.filter(({ isAllowed }) => isAllowed).map((tool) => ({ ...tool, name: offeredName(tool) })),
    ...httpTools,
  ];
  return all
    .filter(({ isLearned }) => isLearned)
    .map(({ name, description }) => ({
      name: componentOfTool(name),
      injection: 'given' as const,
      initialText: description,
    }));
}

/** Tools as the servers list them now; a tool that was listed before keeps its marks, a new one is allowed. */
export function relisted(before: readonly DraftTool[], items: readonly ServerTools[]): DraftTool[] {
  const known = new Map(before.map((tool) => [`${tool.server}/${tool.name}`, tool]));
  const reached = items.filter(({ fault }) => fault === null);
  const asked = new Set(reached.map(({ server }) => server));
  return [
    ...before.filter(({ server }) => !asked.has(server) && items.some((item) => item.server === server)),
    ...reached.flatMap(({ tools }) =>
      tools.map((tool) => {
        const { isAllowed = true, isLearned = false } = known.get(`${tool.server}/${tool.name}`) ?? {};
        return { ...tool, parameters: JSON.stringify(tool.parameters), isAllowed, isLearned };
      }),
    ),
  ];
}

/** A text that is no JSON stays a text, which the contract refuses at its field. */
function parsed(text: string): HttpTool['parameters'] {
  try {
    return JSON.parse(text);
  } catch {
    return text as never;
  }
}
