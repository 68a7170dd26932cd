import { createServer, type Server, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { settleUnreadBody } from '@/server/http/unread-body';
import { logOf } from '@/server/observability/log';
import type { Answer, Asking } from './exchange';
import { NodeAsking } from './node-asking';

/**
 * Doors of serving over node:http, without a web framework. Readers of bodies bound their size; the limits below bound
 * headers and waiting. A caller that goes away aborts its request's signal. Closing takes no new request, lets the ones
 * under way end, and cuts what is left at the limit.
 */
export type NodeHandler = (asking: Asking) => Promise<Answer | Response>;

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
  handler: NodeHandler,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<NodeServer> {
  const server = createServer(LIMITS, (incoming, outgoing) => {
    settleUnreadBody(incoming, outgoing);
    carry(handler, new NodeAsking(incoming, outgoing), outgoing).catch((err: unknown) => {
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

async function carry(handler: NodeHandler, asking: Asking, outgoing: ServerResponse): Promise<void> {
  const { status, headers, body } = await handler(asking);
  const sent: Record<string, string | number> =
    headers instanceof Headers ? Object.fromEntries(headers) : { ...headers };
  if (typeof body === 'string') {
    sent['content-length'] = Buffer.byteLength(body);
    outgoing.writeHead(status, sent).end(body);
  } else {
    outgoing.writeHead(status, sent);
    if (body === null) outgoing.end();
    else if (body instanceof ReadableStream) await pour(body, outgoing);
    else await write(body, outgoing);
  }
}

async function pour(stream: ReadableStream<Uint8Array>, outgoing: ServerResponse): Promise<void> {
  const body = Readable.fromWeb(stream as unknown as NodeStream);
  // With the first part of the body where that is there, in one packet; else at once, before the rest has come.
  setImmediate(() => {
    if (!outgoing.writableEnded && !outgoing.destroyed) outgoing.flushHeaders();
  });
  await new Promise<void>((resolve, reject) => {
    body.once('error', reject);
    outgoing.once('close', () => {
      body.destroy();
      resolve();
    });
    body.pipe(outgoing);
  });
}

/** The same without the machinery of a web stream, which takes more than short pieces themselves. */
async function write(pieces: AsyncIterable<Uint8Array>, outgoing: ServerResponse): Promise<void> {
  const iterator = pieces[Symbol.asyncIterator]();
  outgoing.once('close', () => void iterator.return?.());
  setImmediate(() => {
    if (!outgoing.writableEnded && !outgoing.destroyed) outgoing.flushHeaders();
  });
  for (let piece = await iterator.next(); !piece.done; piece = await iterator.next()) {
    if (outgoing.destroyed) return;
    if (!outgoing.write(piece.value)) await roomIn(outgoing);
  }
  if (!outgoing.destroyed) outgoing.end();
}

function roomIn(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      outgoing.off('drain', go).off('close', go);
      resolve();
    };
    outgoing.once('drain', go).once('close', go);
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
