import { Agent, request as send } from 'undici';
import { guardedConnector } from './address-guard';

/**
 * `fetch` for the model client, over undici's request (half the CPU of its fetch) and through the address guard.
 * Reads the whole reply before it answers, so that the client's time limit covers the last byte, and never follows
 * a redirect: the key would go along to wherever it points.
 */
const REPLY_BYTES_MAX = 32_000_000;
const CONNECT_MS = 10_000;

export interface GuardedConnection {
  readonly fetch: typeof fetch;
  close(): Promise<void>;
}

export function guardedConnection(
  connections: number,
  allowed: readonly string[],
  replyBytesMax = REPLY_BYTES_MAX,
): GuardedConnection {
  const agent = new Agent({ connections, pipelining: 1, connect: guardedConnector(allowed, CONNECT_MS) });
  return {
    fetch: (input, init) => fetchOver({ agent, replyBytesMax }, input, init),
    close: () => agent.close(),
  };
}

async function fetchOver(
  { agent, replyBytesMax }: { readonly agent: Agent; readonly replyBytesMax: number },
  input: string | URL | Request,
  init?: RequestInit,
): Promise<Response> {
  const url = input instanceof Request ? input.url : String(input);
  const reply = await send(url, {
    dispatcher: agent,
    method: (init?.method ?? 'GET') as 'GET',
    headers: Object.fromEntries(new Headers(init?.headers)),
    body: typeof init?.body === 'string' ? init.body : null,
    signal: init?.signal ?? null,
    // The caller's signal is the only clock; these would cut long answers short.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of reply.body as AsyncIterable<Buffer>) {
    size += part.byteLength;
    if (size > replyBytesMax) throw new Error(`The reply is larger than ${replyBytesMax} bytes.`);
    parts.push(part);
  }
  const headers = new Headers();
  for (const [name, value] of Object.entries(reply.headers)) {
    for (const each of [value ?? []].flat()) headers.append(name, each);
  }
  const hasBody = reply.statusCode !== 204 && reply.statusCode !== 304;
  return new Response(hasBody ? Buffer.concat(parts) : null, { status: reply.statusCode, headers });
}
