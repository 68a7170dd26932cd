import { type HttpTool, PLACES } from '@/lib/domain/tool-agent';
import { addressRefusal } from '@/server/adapters/error-causes';
import type { GuardedConnection } from '@/server/adapters/guarded-fetch';
import { type CallLimits, type ToolAnswer, ToolServerAway } from './mcp-session';

/** Statuses by which a machine in front says that the tool is not there now. */
const AWAY = new Set([429, 502, 503, 504]);

/** A tool that is a plain HTTP request. @throws ToolServerAway, AppError ADDRESS_REFUSED, or the signal's reason */
export async function callHttpTool(
  tool: HttpTool,
  input: Readonly<Record<string, unknown>>,
  {
    connection,
    headers,
    signal,
    timeoutMs,
  }: CallLimits & {
    readonly connection: GuardedConnection;
    readonly headers: Readonly<Record<string, string>>;
  },
): Promise<ToolAnswer> {
  const late = AbortSignal.timeout(timeoutMs);
  const request = requestOf(tool, input);
  if (request === null) return { text: 'a parameter of the address is missing or empty', isError: true };
  const { url, body } = request;
  try {
    const reply = await connection.fetch(url, {
      method: tool.method,
      headers: {
        accept: 'application/json, text/*',
        ...(body === null ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === null ? {} : { body }),
      signal: AbortSignal.any([signal, late]),
    });
    if (AWAY.has(reply.status)) throw new ToolServerAway(tool.name, reply.status);
    const text = await reply.text();
    return reply.ok ? { text, isError: false } : { text: `status ${reply.status}\n${text}`, isError: true };
  } catch (error) {
    signal.throwIfAborted();
    if (late.aborted) return { text: `the tool gave no answer within ${timeoutMs / 1000} s`, isError: true };
    if (error instanceof ToolServerAway) throw error;
    throw addressRefusal(error) ?? new ToolServerAway(tool.name, error);
  }
}

/** Null where a place in the path stays empty. */
export function requestOf(
  { method, url }: Pick<HttpTool, 'method' | 'url'>,
  input: Readonly<Record<string, unknown>>,
): { readonly url: string; readonly body: string | null } | null {
  const placed = new Set<string>();
  let isWhole = true;
  const filled = url.replace(PLACES, (_, name: string) => {
    placed.add(name);
    const text = textOf(input[name]);
    // A dot or two would lead to another path.
    if (text === '' || /^\.{1,2}$/.test(text)) isWhole = false;
    return encodeURIComponent(text);
  });
  if (!isWhole) return null;
  const rest = Object.entries(input).filter(([name, value]) => !placed.has(name) && value !== undefined);
  if (method !== 'GET' && method !== 'DELETE')
    return { url: filled, body: JSON.stringify(Object.fromEntries(rest)) };
  const to = new URL(filled);
  for (const [name, value] of rest) to.searchParams.set(name, textOf(value));
  return { url: to.href, body: null };
}

const textOf = (value: unknown) =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);
