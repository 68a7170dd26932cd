import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonObject } from '@/lib/domain/json';
import type { Dialect } from '@/lib/domain/trajectory';
import { WIRES } from '@/lib/testing/scripted-endpoint/known-wires';
import type { ScriptedTurn, ScriptedUsage, WireReply } from '@/lib/testing/scripted-endpoint/scripted-turn';
import { faultOf } from '@/lib/testing/scripted-endpoint/tool-order';

/**
 * A model provider over real HTTP on loopback that speaks the three dialects and answers by a script. It counts its own
 * calls, tokens and cost, so that a test can hold a bill against it, and refuses what a real provider refuses.
 */
export interface EndpointCall {
  readonly ordinal: number;
  readonly dialect: Dialect;
  readonly headers: IncomingHttpHeaders;
  readonly body: JsonObject;
  /** Null = answered with a fault, so it costs nothing. */
  reply: WireReply | null;
  /** True once the caller has left before the answer ended. */
  isLeft: boolean;
}

export type Scripted =
  | ScriptedTurn
  | {
      readonly fault: number;
      readonly body?: JsonObject;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** The connection breaks after this many events; unstreamed, before the answer. */
  | { readonly cutAfterEvents: number; readonly turn: ScriptedTurn };

export type EndpointScript = (call: EndpointCall) => Scripted | Promise<Scripted>;

export interface ModelEndpoint {
  /** Base addresses as a provider's settings name them. */
  readonly openaiUrl: string;
  readonly anthropicUrl: string;
  readonly calls: readonly EndpointCall[];
  /** The bill of a provider for these calls. */
  bill(): ScriptedUsage & { readonly calls: number; readonly usd: number };
  close(): Promise<void>;
}

export const USD_PER_MILLION = { in: 2, out: 8 };

const PATHS: Readonly<Record<string, Dialect>> = {
  '/v1/chat/completions': 'openaiChat',
  '/v1/responses': 'openaiResponses',
  '/v1/messages': 'anthropicMessages',
};

/** @param script a list answers call by call and repeats its last entry */
export async function startModelEndpoint(
  script: EndpointScript | readonly Scripted[],
): Promise<ModelEndpoint> {
  const calls: EndpointCall[] = [];
  const answerTo: EndpointScript =
    typeof script === 'function'
      ? script
      : ({ ordinal }) => script[Math.min(ordinal, script.length) - 1] ?? {};
  const server = createServer(async (request, response) => {
    const dialect = PATHS[(request.url ?? '').split('?')[0] ?? ''];
    if (dialect === undefined)
      return sendJson(response, 404, { error: { message: `no path ${request.url}` } });
    const call: EndpointCall = {
      ordinal: calls.length + 1,
      dialect,
      headers: request.headers,
      body: await bodyOf(request),
      reply: null,
      isLeft: false,
    };
    calls.push(call);
    response.once('close', () => {
      call.isLeft = !response.writableFinished;
    });
    await answer(call, await answerTo(call), response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    openaiUrl: `${origin}/v1`,
    anthropicUrl: origin,
    calls,
    bill() {
      const used = calls.flatMap(({ reply }) => (reply === null ? [] : [reply.usage]));
      const sum = (name: keyof ScriptedUsage) => used.reduce((total, usage) => total + usage[name], 0);
      const [tokensIn, tokensOut] = [sum('tokensIn'), sum('tokensOut')];
      const usd = (tokensIn * USD_PER_MILLION.in + tokensOut * USD_PER_MILLION.out) / 1_000_000;
      return { calls: calls.length, tokensIn, tokensOut, tokensCached: sum('tokensCached'), usd };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(call: EndpointCall, scripted: Scripted, response: ServerResponse): Promise<void> {
  if ('fault' in scripted) {
    const body = scripted.body ?? { error: { type: 'api_error', message: 'scripted fault' } };
    return sendJson(response, scripted.fault, body, scripted.headers);
  }
  const fault = faultOf(call.body);
  if (fault !== null)
    return sendJson(response, 400, { error: { type: 'invalid_request_error', message: fault } });
  const turn = 'cutAfterEvents' in scripted ? scripted.turn : scripted;
  const cutAfter = 'cutAfterEvents' in scripted ? scripted.cutAfterEvents : null;
  call.reply = WIRES[call.dialect]({ ordinal: call.ordinal, body: call.body, turn });
  if (call.body.stream !== true) {
    if (cutAfter === null) sendJson(response, 200, call.reply.body);
    else response.destroy();
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of call.reply.events.slice(0, cutAfter ?? undefined)) {
    response.write(event);
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (cutAfter === null) response.end();
  else response.destroy();
}

async function bodyOf(request: IncomingMessage): Promise<JsonObject> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return JSON.parse(Buffer.concat(parts).toString('utf8'));
}

function sendJson(
  response: ServerResponse,
  status: number,
  body: JsonObject,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}
