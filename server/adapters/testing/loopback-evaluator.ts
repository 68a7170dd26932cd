import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP evaluator on loopback that a test writes; remembers what it was sent. */
export interface LoopbackEvaluator {
  readonly url: string;
  readonly asked: readonly AskedOfEvaluator[];
  close(): Promise<void>;
}

export interface AskedOfEvaluator {
  readonly headers: IncomingHttpHeaders;
  readonly body: { readonly question: string; readonly answer: string; readonly expected: string };
}

export async function openLoopbackEvaluator(
  reply: (asked: AskedOfEvaluator, response: ServerResponse, count: number) => void,
): Promise<LoopbackEvaluator> {
  const asked: AskedOfEvaluator[] = [];
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const one = { headers: request.headers, body: JSON.parse(Buffer.concat(parts).toString('utf8')) };
      asked.push(one);
      reply(one, response, asked.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/score`,
    asked,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}
