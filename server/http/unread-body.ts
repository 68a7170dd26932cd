import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Keeps a connection usable after an answer that came before the request's body was read, as every refusal does: a
 * body that is left in the socket stops the next request on it. The rest of a body is read and dropped before the
 * answer ends, up to a size and a time; a longer one is answered with `Connection: close`, and the connection is closed
 * once its caller has had time to read the answer. Node drops only bodies that no reader has touched, and a framework
 * touches each. Costs one comparison for a request whose body was read, and nothing for one without.
 */
const DROPPED_BYTES_MAX = 1_000_000;
const DROPPED_MS_MAX = 2_000;

const REQUEST_START = 'http.server.request.start';

/** For a server of another's making. Once a process, before it serves. */
export function settleUnreadBodies(): void {
  subscribe(REQUEST_START, (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    settleUnreadBody(request, response);
  });
}

/** Before the request is handled. */
export function settleUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  if (!hasBody(request)) return;
  const { writeHead, end } = response;
  response.writeHead = ((...head: Parameters<typeof writeHead>) => {
    if (!request.readableEnded && !isShort(request)) response.shouldKeepAlive = false;
    return writeHead.apply(response, head);
  }) as typeof writeHead;
  response.end = ((...last: unknown[]) => {
    response.end = end;
    const finish = (given: unknown[]) => Reflect.apply(end, response, given);
    if (request.readableEnded || request.destroyed) return finish(last);
    const callback = typeof last.at(-1) === 'function' ? last.at(-1) : undefined;
    const [chunk, encoding] = last;
    // The answer is sent whole; only its end waits, because the end of the last answer closes the connection.
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) {
      response.write(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8');
    } else if (!response.headersSent) response.flushHeaders();
    dropRest(request, () => finish(callback === undefined ? [] : [callback]));
    return response;
  }) as typeof end;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Whether the whole of it may be dropped. One without a length may be endless. */
function isShort({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? Number.NaN) <= DROPPED_BYTES_MAX;
}

/** Reads on without keeping anything until the body ends, breaks off, or is over a bound; then calls once. */
function dropRest(request: IncomingMessage, done: () => void): void {
  let left = DROPPED_BYTES_MAX;
  const stop = () => {
    clearTimeout(timer);
    for (const event of ['end', 'error', 'close'] as const) request.off(event, stop);
    request.off('data', count);
    done();
    if (!request.complete) request.socket.destroySoon();
  };
  const count = (part: Buffer | string) => {
    left -= part.length;
    if (left < 0) stop();
  };
  const timer = setTimeout(stop, DROPPED_MS_MAX);
  // A reader that gave up has paused the stream and would pause it again.
  request.unpipe();
  request.removeAllListeners('data');
  request.removeAllListeners('readable');
  for (const event of ['end', 'error', 'close'] as const) request.once(event, stop);
  request.on('data', count);
  request.resume();
}
