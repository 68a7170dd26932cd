import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Reading a request and writing an answer in OpenAI's manner; knows no route. */

/** A failure that is answered with a status and OpenAI's error body. */
export class HttpFault extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

/** The whole body, or 413 as soon as it grows past the cap. */
export async function readBody(request: IncomingMessage, bytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Leaving the loop must not close the socket: the refusal still has to go out on it.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bytesMax) {
      const message = `The body is larger than ${Math.floor(bytesMax / 2 ** 20)} MB; send less at once.`;
      throw new HttpFault(413, 'body_too_large', message);
    }
    chunks.push(chunk);
  }
  return chunks.length === 1 ? (chunks[0] ?? Buffer.alloc(0)) : Buffer.concat(chunks);
}

export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch (cause) {
    const fault = new HttpFault(400, 'invalid_json', 'The body is not JSON; send one JSON object.');
    fault.cause = cause;
    throw fault;
  }
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'x-request-id': requestId(),
    ...headers,
  });
  response.end(text);
}

export function sendEvents(
  response: ServerResponse,
  events: readonly string[],
  headers: Readonly<Record<string, string>>,
): void {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
    'x-request-id': requestId(),
    ...headers,
  });
  for (const event of events) response.write(event);
  response.end();
}

export function sendFault(response: ServerResponse, fault: HttpFault): void {
  const type = fault.status >= 500 ? 'server_error' : 'invalid_request_error';
  const error = { message: fault.message, type, param: null, code: fault.code };
  sendJson(response, fault.status, { error }, fault.headers);
}

function requestId(): string {
  return `req_${randomUUID().replaceAll('-', '')}`;
}
