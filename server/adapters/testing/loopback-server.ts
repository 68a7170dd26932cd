import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP server on loopback whose answers a test writes; remembers what it was sent. */
export interface LoopbackServer<Body = ScoredAnswer> {
  readonly url: string;
  readonly asked: readonly LoopbackRequest<Body>[];
  close(): Promise<void>;
}

export interface LoopbackRequest<Body = ScoredAnswer> {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Body;
}

/** Body of a request to an evaluator. */
export interface ScoredAnswer {
  readonly question: string;
  readonly answer: string;
  readonly expected: string;
}

export async function openLoopbackServer<Body = ScoredAnswer>(
  reply: (asked: LoopbackRequest<Body>, response: ServerResponse, count: number) => void,
  port = 0,
): Promise<LoopbackServer<Body>> {
  const asked: LoopbackRequest<Body>[] = [];
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const text = Buffer.concat(parts).toString('utf8');
      const body = (text === '' ? null : JSON.parse(text)) as Body;
      const one = { method: request.method ?? '', headers: request.headers, body };
      asked.push(one);
      reply(one, response, asked.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: own } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${own}/score`,
    asked,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}
