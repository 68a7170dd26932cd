import { rm } from 'node:fs/promises';
import {
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { request as httpsRequest } from 'node:https';

/**
 * A Unix socket of this host that leads to the recording proxy, for one attempt: only paths below the attempt's own pass. A
 * sandbox without network is shown it, and its file is removed when it is closed.
 */
export interface ProxySocket {
  readonly hostPath: string;
  close(): Promise<void>;
}

export interface ProxySocketParts {
  /** Where the socket is made, in a folder that only the worker can change and every account can pass (mode 711). */
  readonly hostPath: string;
  /** Base of the attempt at the proxy, such as `https://host/r/ro_…/1`. */
  readonly base: URL;
}

/** The sandbox's accounts are others than the worker's. */
const FOR_ALL = { readableAll: true, writableAll: true };
const HOP_BY_HOP = ['connection', 'host', 'keep-alive', 'upgrade'];

export async function openProxySocket({ hostPath, base }: ProxySocketParts): Promise<ProxySocket> {
  const server = createServer((asked, answer) => {
    if (isBelow(asked.url ?? '', base)) forward(asked, answer, base);
    else answer.writeHead(403).end('Only the addresses of this attempt can be reached.');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ path: hostPath, ...FOR_ALL }, resolve);
  });
  return {
    hostPath,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await rm(hostPath, { force: true });
    },
  };
}

/** A path that a reader may resolve to another one, as with dots or a second slash, is not below. */
function isBelow(path: string, base: URL): boolean {
  if (!path.startsWith('/') || /%2e|%2f|%5c|\\|\/\//i.test(path)) return false;
  const resolved = new URL(path, base);
  const isAsWritten = path === `${resolved.pathname}${resolved.search}`;
  return isAsWritten && resolved.pathname.startsWith(`${base.pathname}/`);
}

/** Each connection has its own of the others: an agent that asks for the end of its connection gets it. */
function passed(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.includes(name)));
}

function forward(asked: IncomingMessage, answer: ServerResponse, base: URL): void {
  const send = base.protocol === 'https:' ? httpsRequest : httpRequest;
  const headers = passed(asked.headers);
  const sent = send(new URL(asked.url ?? '', base), { method: asked.method, headers }, (came) => {
    answer.writeHead(came.statusCode ?? 502, passed(came.headers));
    came.pipe(answer);
    came.once('error', () => answer.destroy());
  });
  sent.once('error', () => {
    if (answer.headersSent) answer.destroy();
    else answer.writeHead(502).end('The recording proxy cannot be reached.');
  });
  answer.once('close', () => sent.destroy());
  asked.pipe(sent);
}
