import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The practice model behind a door that counts: requests that arrived, and the tokens of the replies that it gave. What
 * it counts is what a provider would put on its bill.
 */
export interface CountedProvider {
  readonly baseUrl: string;
  readonly address: string;
  readonly counted: { readonly requests: number; readonly tokensIn: number; readonly tokensOut: number };
  close(): Promise<void>;
}

export async function openCountedProvider(practiceUrl: string): Promise<CountedProvider> {
  const counted = { requests: 0, tokensIn: 0, tokensOut: 0 };
  const server = createServer((request, response) => {
    const address = `${practiceUrl}${(request.url ?? '').replace(/^\/v1/, '')}`;
    forward(request, address)
      .then(({ status, text }) => {
        if (request.method === 'POST') {
          counted.requests += 1;
          const { usage } = JSON.parse(text) as {
            usage?: { prompt_tokens: number; completion_tokens: number };
          };
          counted.tokensIn += usage?.prompt_tokens ?? 0;
          counted.tokensOut += usage?.completion_tokens ?? 0;
        }
        response.writeHead(status, { 'content-type': 'application/json' }).end(text);
      })
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    address: `127.0.0.1:${port}`,
    counted,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function forward(request: IncomingMessage, address: string) {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(
      (entry): entry is [string, string] =>
        typeof entry[1] === 'string' && (entry[0].startsWith('x-practice') || entry[0] === 'content-type'),
    ),
  );
  const body = parts.length === 0 ? {} : { body: Buffer.concat(parts) };
  const reply = await fetch(address, { method: request.method ?? 'GET', headers, ...body });
  return { status: reply.status, text: await reply.text() };
}
