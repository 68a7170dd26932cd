import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DialectReader, InjectedComponent, PinnedCall } from '@/lib/dialects/dialect';
import { READERS } from '@/lib/dialects/known-dialects';
import { type ApiFamily, operationOf } from '@/lib/dialects/operations';
import type { EndedStream, ReplyStream } from '@/lib/dialects/reply-stream';
import { SeenConversations } from '@/lib/dialects/seen-conversations';
import type { JsonObject } from '@/lib/domain/json';
import type { ReadReply, ReadRequest } from '@/lib/domain/model-call';
import type { ModelEndpoint } from './model-endpoint';

/**
 * The functions of a dialect in the order in which the recording proxy calls them, with nothing around: no journal, no
 * limits, no keys. For tests of dialects against unmodified SDKs.
 */
export interface ProxiedCall {
  readonly path: string;
  readonly asked: JsonObject;
  readonly request: ReadRequest | null;
  readonly status: number;
  readonly reply: ReadReply | null;
  readonly whole: boolean;
}

export interface SmallProxy {
  readonly openaiBaseUrl: string;
  readonly anthropicBaseUrl: string;
  /** In the order of their arrival, each with its end: an agent may have a reply before the proxy has ended it. */
  ended(): Promise<readonly ProxiedCall[]>;
  close(): Promise<void>;
}

export interface SmallProxyOptions {
  readonly endpoint: ModelEndpoint;
  readonly components?: readonly InjectedComponent[];
  readonly pinned?: PinnedCall;
  /** Null = requests that hold only a part of their conversation are refused. */
  readonly seen?: SeenConversations | null;
  /** Every call is refused like this. */
  readonly refuses?: { readonly status: number; readonly code: string; readonly message: string };
}

export async function startSmallProxy(options: SmallProxyOptions): Promise<SmallProxy> {
  const calls: Promise<ProxiedCall>[] = [];
  const seen = options.seen === undefined ? new SeenConversations() : options.seen;
  const server = createServer(async (request, response) => {
    const url = request.url ?? '';
    const family: ApiFamily = url.startsWith('/anthropic') ? 'anthropic' : 'openai';
    const path = (url.split('?')[0] ?? '').slice(`/${family}`.length);
    const operation = operationOf(family, request.method ?? '', path);
    const reader = READERS[operation.dialect];
    const text = await textOf(request);
    if (operation.kind !== 'generate')
      return sendJson(response, 404, reader.refusal(404, 'not_found', `No ${path} here.`));
    const asked: JsonObject = JSON.parse(text);
    const call = proxied({ ...options, asked, reader, seen, response }).catch(() => {
      response.destroy();
      return { request: null, status: 0, reply: null, whole: false };
    });
    calls.push(call.then((end) => ({ path, asked, ...end })));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    openaiBaseUrl: `${origin}/openai/v1`,
    anthropicBaseUrl: `${origin}/anthropic`,
    ended: () => Promise.all(calls),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Exchange extends SmallProxyOptions {
  readonly asked: JsonObject;
  readonly reader: DialectReader;
  readonly seen: SeenConversations | null;
  readonly response: ServerResponse;
}

const PATHS = {
  openaiChat: '/v1/chat/completions',
  openaiResponses: '/v1/responses',
  anthropicMessages: '/v1/messages',
};

async function proxied({
  asked,
  reader,
  seen,
  response,
  endpoint,
  components = [],
  pinned = { model: 'pinned-model' },
  refuses,
}: Exchange): Promise<Omit<ProxiedCall, 'path' | 'asked'>> {
  const none = { request: null, reply: null, whole: false };
  if (refuses !== undefined) {
    sendJson(response, refuses.status, reader.refusal(refuses.status, refuses.code, refuses.message));
    return { ...none, status: refuses.status };
  }
  const expanded = reader.expand(asked, seen);
  if (!expanded.ok) {
    sendJson(response, expanded.status, expanded.body);
    return { ...none, status: expanded.status };
  }
  const injected = reader.inject(expanded.body, components);
  const request = reader.readRequest(injected);
  const upstream = await fetch(`${endpoint.anthropicUrl}${PATHS[reader.dialect]}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(reader.asSent(injected, pinned)),
  });
  const { status } = upstream;
  if (!upstream.ok) {
    sendJson(response, status, (await upstream.json()) as JsonObject);
    return { ...none, request, status };
  }
  if (asked.stream !== true) {
    const body = (await upstream.json()) as JsonObject;
    if (seen !== null) reader.keep?.(seen, { asked, expanded: expanded.body, reply: body });
    sendJson(response, status, body);
    return { request, status, reply: reader.readReply(body), whole: true };
  }
  // An agent may refer to a reply as soon as it has its last event.
  const keep = (reply: JsonObject) => seen && reader.keep?.(seen, { asked, expanded: expanded.body, reply });
  const { reply, whole } = await passOn(upstream, reader.stream(asked), response, keep);
  return { request, status, reply, whole };
}

async function passOn(
  upstream: Response,
  stream: ReplyStream,
  response: ServerResponse,
  keep: (reply: JsonObject) => void,
): Promise<EndedStream> {
  response.writeHead(upstream.status, { 'content-type': 'text/event-stream' });
  let isKept = false;
  const write = (pieces: readonly Uint8Array[]) => {
    if (stream.isWhole && !isKept) keep(stream.body());
    isKept = stream.isWhole;
    for (const bytes of pieces) response.write(bytes);
  };
  try {
    for await (const chunk of upstream.body ?? []) write(stream.push(chunk));
  } catch {
    response.destroy();
    return stream.end();
  }
  const ended = stream.end();
  write(ended.forward);
  if (ended.whole) response.end();
  else response.destroy();
  return ended;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

function sendJson(response: ServerResponse, status: number, body: JsonObject): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
