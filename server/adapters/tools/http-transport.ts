import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { GuardedConnection } from '@/server/adapters/guarded-fetch';

/**
 * A tool server over streamable HTTP, through the address guard. Nothing is heard that the server says of itself between
 * calls, so no stream stays open; one that broke off amid a call is resumed.
 */
export interface ToolAddress {
  readonly url: string;
  readonly connection: GuardedConnection;
  readonly headers: Readonly<Record<string, string>>;
}

const CLOSE_MS = 5_000;

export function httpTransport({ url, connection, headers }: ToolAddress): Transport {
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { ...headers } },
    fetch: (to, init) => {
      const isIdle = init?.method === 'GET' && !new Headers(init.headers).has('last-event-id');
      return isIdle ? Promise.resolve(new Response(null, { status: 405 })) : connection.fetch(to, init);
    },
  });
  const close = transport.close.bind(transport);
  transport.close = async () => {
    // A session that the server keeps is its own to forget.
    const left = transport.terminateSession().catch(() => undefined);
    await Promise.race([left, new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref())]);
    await close();
  };
  return transport as Transport;
}
