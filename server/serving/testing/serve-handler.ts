import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';

/** A handler of the web platform behind a plain Node server, for clients that come over real HTTP. */
export interface ServedHandler {
  readonly origin: string;
  close(): Promise<void>;
}

type Handle = (request: Request) => Promise<Response>;

export async function serveHandler(handle: Handle): Promise<ServedHandler> {
  const server = createServer((incoming, outgoing) => void answer(handle, incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(handle: Handle, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const gone = new AbortController();
  outgoing.on('close', () => gone.abort());
  const response = await handle(requestOf(incoming, gone.signal));
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.flushHeaders();
  if (response.body === null) outgoing.end();
  else
    Readable.fromWeb(response.body as never)
      .on('error', () => outgoing.destroy())
      .pipe(outgoing);
}

function requestOf(incoming: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value));
  const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD';
  const body = hasBody ? { body: Readable.toWeb(incoming) as never, duplex: 'half' as const } : {};
  return new Request(`http://${incoming.headers.host}${incoming.url}`, {
    method: incoming.method ?? 'GET',
    headers,
    signal,
    ...body,
  });
}
