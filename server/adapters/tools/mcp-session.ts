import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  type CallToolResult,
  CallToolResultSchema,
  ErrorCode,
  ListToolsResultSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import type { ListedTool } from '@/lib/domain/tool-agent';
import { addressRefusal } from '@/server/adapters/error-causes';

/** One session with one tool server of the Model Context Protocol, by the official SDK. */
export interface ToolSession {
  /** As the server lists them. */
  readonly tools: readonly ListedTool[];
  /** @throws ToolServerAway, or the signal's reason */
  call(name: string, input: Readonly<Record<string, unknown>>, limits: CallLimits): Promise<ToolAnswer>;
  close(): Promise<void>;
}

export interface CallLimits {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/** Result of a call, as the model is told it. */
export interface ToolAnswer {
  readonly text: string;
  readonly isError: boolean;
}

/** The server is not there (any more): its rollout says nothing of the agent. */
export class ToolServerAway extends Error {
  constructor(
    readonly server: string,
    cause?: unknown,
  ) {
    super(`The tool server ${server} cannot be reached.`, { cause });
  }
}

const OPEN_MS = 60_000;
const PAGES_MAX = 50;

/** @throws ToolServerAway; AppError ADDRESS_REFUSED */
export async function openToolSession(
  server: string,
  transport: Transport,
  signal: AbortSignal,
): Promise<ToolSession> {
  const client = new Client({ name: 'waggle', version: '1' });
  const close = () => client.close().catch(() => undefined);
  const limits = { signal, timeout: OPEN_MS };
  try {
    await client.connect(transport, limits);
    const tools: ListedTool[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const params = cursor === undefined ? {} : { cursor };
      const found = await client.request({ method: 'tools/list', params }, ListToolsResultSchema, limits);
      // Such a tool answers in a protocol of tasks, which the loop does not speak.
      for (const { name, description = '', inputSchema, execution } of found.tools)
        if (execution?.taskSupport !== 'required')
          tools.push({ server, name, description, parameters: inputSchema as ListedTool['parameters'] });
      cursor = found.nextCursor;
      if (cursor === undefined) break;
    }
    return { tools, close, call: (name, input, within) => callTool({ client, server }, name, input, within) };
  } catch (error) {
    await close();
    signal.throwIfAborted();
    throw addressRefusal(error) ?? new ToolServerAway(server, error);
  }
}

async function callTool(
  { client, server }: { readonly client: Client; readonly server: string },
  name: string,
  input: Readonly<Record<string, unknown>>,
  { signal, timeoutMs }: CallLimits,
): Promise<ToolAnswer> {
  try {
    const params = { name, arguments: { ...input } };
    const limits = { signal, timeout: timeoutMs, maxTotalTimeout: timeoutMs };
    const result = await client.request({ method: 'tools/call', params }, CallToolResultSchema, limits);
    return { text: textOf(result), isError: result.isError === true };
  } catch (error) {
    signal.throwIfAborted();
    const refusal = addressRefusal(error);
    if (refusal !== null) throw refusal;
    if (!(error instanceof McpError) || error.code === ErrorCode.ConnectionClosed)
      throw new ToolServerAway(server, error instanceof StreamableHTTPError ? error.code : error);
    const isLate = error.code === ErrorCode.RequestTimeout;
    return {
      text: isLate ? `the tool gave no answer within ${timeoutMs / 1000} s` : error.message,
      isError: true,
    };
  }
}

/** Parts that are not text are named: the model is told text only. */
function textOf({ content, structuredContent }: CallToolResult): string {
  const parts = content.map((part) => {
    switch (part.type) {
      case 'text':
        return part.text;
      case 'resource':
        return 'text' in part.resource ? part.resource.text : `[resource ${part.resource.uri}]`;
      case 'resource_link':
        return `[resource ${part.uri}]`;
      default:
        return `[${part.type} ${part.mimeType}]`;
    }
  });
  if (parts.length === 0 && structuredContent !== undefined) return JSON.stringify(structuredContent);
  return parts.join('\n');
}
