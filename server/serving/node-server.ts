import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { logOf } from '@/server/observability/log';

/**
 * Web requests and responses over node:http, for handlers that know no framework. Bodies are bounded by whoever reads
 * them, headers and waiting by the limits below. A caller that goes away aborts its request's signal. Closing takes no
 * new request, lets the ones under way end, and cuts what is left at the limit.
 */
export type WebHandler = (request: Request) => Promise<Response>;

export interface NodeServer {
  readonly port: number;
  /** True once everything under way has ended by itself. */
  close(limitMs: number): Promise<boolean>;
}

const LIMITS = {
  headersTimeout: 10_000,
  /** Until the last byte of the request. */
  requestTimeout: 60_000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 32_768,
} as const;

export function listen(
  handler: WebHandler,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<NodeServer> {
  const server = createServer(LIMITS, (incoming, outgoing) => {
    carry(handler, incoming, outgoing).catch((err: unknown) => {
      // The caller is gone, or the answer broke off half way: nothing else can be told any more.
      logOf('serving').debug({ err }, 'An answer was not taken to its end.');
      outgoing.destroy();
    });
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, backlog: 1024 }, () => {
      server.off('error', reject);
      const address = server.address();
      resolve({
        port: typeof address === 'object' && address !== null ? address.port : port,
        close: (limitMs) => drain(server, limitMs),
      });
    });
  });
}

async function carry(
  handler: WebHandler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) gone.abort();
  });
  await send(await handler(requestOf(incoming, gone.signal)), incoming, outgoing);
}

function requestOf(incoming: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers))
    for (const each of [value ?? []].flat()) headers.append(name, each);
  const { method = 'GET', url = '/' } = incoming;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(new URL(url.startsWith('/') ? url : '/', 'http://serving.invalid'), {
    ...{ method, headers, signal },
    ...(hasBody ? { body: Readable.toWeb(incoming) as unknown as ReadableStream, duplex: 'half' } : {}),
  } as RequestInit);
}

async function send(response: Response, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  outgoing.statusCode = response.status;
  for (const [name, value] of response.headers) outgoing.setHeader(name, value);
  if (!incoming.complete && !incoming.readableEnded) outgoing.setHeader('connection', 'close');
  if (response.body === null) {
    outgoing.end();
    return;
  }
  const body = Readable.fromWeb(response.body as unknown as NodeStream);
  outgoing.flushHeaders();
  await new Promise<void>((resolve, reject) => {
    body.once('error', reject);
    outgoing.once('close', () => {
      body.destroy();
      resolve();
    });
    body.pipe(outgoing);
  });
}

async function drain(server: Server, limitMs: number): Promise<boolean> {
  let isCut = false;
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  const cut = setTimeout(() => {
    isCut = true;
    server.closeAllConnections();
  }, limitMs);
  // A connection whose answer has ended would otherwise stay open for the next request.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  await closed;
  clearTimeout(cut);
  clearInterval(sweep);
  return !isCut;
}
