import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SeenConversations } from '@/lib/dialects/seen-conversations';
import { settleUnreadBody } from '@/server/http/unread-body';
import { ANSWER_KEY_ID, AnswerKeyStore, answerKeyBody } from './answer-key-store';
import { KeptWorlds } from './back-office/kept-worlds';
import { handleOffice, isOfficePath, type OfficeParts } from './back-office/office-routes';
import { type CallSettings, settingsFromEnvironment } from './call-settings';
import { PRACTICE_MODEL_IDS, readChat } from './chat-protocol';
import { type ChatRouteParts, handleModelCall } from './chat-route';
import { handleEmbeddings } from './embeddings-route';
import { AttemptCounter } from './faults';
import { HttpFault, parseJson, readBody, sendFault, sendJson } from './http-exchange';
import { PracticeModel } from './practice-model';
import { readResponses } from './responses-protocol';

/**
 * The practice model on a loopback port, which answers OpenAI's Chat Completions and Responses. It has no sign-in: any
 * client that reaches the port may use it, so it binds to loopback unless told otherwise.
 */
export interface PracticeServerOptions {
  /** 0 takes a free port. */
  readonly port: number;
  /** Answer keys are kept in its folder `practice`. */
  readonly dataDir: string;
  readonly host?: string;
  /** Default: what the environment says. */
  readonly settings?: CallSettings;
}

export interface PracticeServer {
  /** Origin without a path; the base address for a client is this and `/v1`. */
  readonly url: string;
  /** Ends every open call, also the ones that wait. */
  close(): Promise<void>;
}

const ANSWER_KEY_BYTES_MAX = 64 * 2 ** 20;

interface Served extends ChatRouteParts, OfficeParts {
  readonly store: AnswerKeyStore;
  readonly seen: SeenConversations;
}

export async function startPracticeModel(options: PracticeServerOptions): Promise<PracticeServer> {
  const store = await AnswerKeyStore.open(options.dataDir);
  const proxyUrl = process.env.WAGGLE_AGENT_PROXY_URL;
  const served: Served = {
    store,
    seen: new SeenConversations(),
    model: new PracticeModel(store.keys),
    attempts: new AttemptCounter(),
    settings: options.settings ?? settingsFromEnvironment(process.env),
    load: { inFlight: 0 },
    worlds: await KeptWorlds.open(options.dataDir),
    proxyOrigin: proxyUrl ? new URL(proxyUrl).origin : null,
  };
  const server = createServer((request, response) => {
    settleUnreadBody(request, response);
    route(request, response, served).catch((error: unknown) => answerFailure(response, error));
  });
  // Calls may wait for minutes by design; the client's own time-out decides.
  server.requestTimeout = 0;
  server.keepAliveTimeout = 65_000;
  const host = options.host ?? '127.0.0.1';
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: options.port, host, backlog: 4096 }, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      }),
  };
}

async function route(request: IncomingMessage, response: ServerResponse, served: Served): Promise<void> {
  const path = (request.url ?? '/').split('?')[0] ?? '/';
  if (isOfficePath(path)) return handleOffice(request, response, served);
  const answerKeyId = /^\/practice\/answer-keys\/([^/]+)$/.exec(path)?.[1];
  switch (answerKeyId === undefined ? `${request.method} ${path}` : `${request.method} answer key`) {
    case 'POST /v1/chat/completions':
      return handleModelCall(request, response, served, readChat);
    case 'POST /v1/responses':
      return handleModelCall(request, response, served, (body) => readResponses(body, served.seen));
    case 'POST /v1/embeddings':
      return handleEmbeddings(request, response);
    case 'GET /v1/models':
      return sendJson(response, 200, { object: 'list', data: PRACTICE_MODEL_IDS.map(modelCard) });
    case 'GET /health':
      return sendJson(response, 200, { status: 'ok', answerKeys: served.store.keys.size });
    case 'PUT answer key':
      return putAnswerKey(request, response, { id: answerKeyId ?? '', store: served.store });
    default:
      throw new HttpFault(404, 'not_found', `There is nothing at ${request.method} ${path.slice(0, 100)}.`);
  }
}

function modelCard(id: string) {
  return { id, object: 'model', created: 1_767_225_600, owned_by: 'practice' };
}

async function putAnswerKey(
  request: IncomingMessage,
  response: ServerResponse,
  target: { id: string; store: AnswerKeyStore },
): Promise<void> {
  if (!ANSWER_KEY_ID.test(target.id)) {
    const message = 'An answer key is named with up to 100 letters, digits, hyphens and underscores.';
    throw new HttpFault(400, 'invalid_id', message);
  }
  const parsed = answerKeyBody.safeParse(parseJson(await readBody(request, ANSWER_KEY_BYTES_MAX)));
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const message = `The answer key cannot be read: ${issue?.path.join('.')}: ${issue?.message}.`;
    throw new HttpFault(400, 'invalid_answer_key', message);
  }
  sendJson(response, 200, await target.store.register(target.id, parsed.data));
}

function answerFailure(response: ServerResponse, error: unknown): void {
  // A client that left while its body was read is no failure of this server and gets no answer.
  if (response.destroyed || response.headersSent) {
    response.destroy();
    return;
  }
  if (error instanceof HttpFault) {
    sendFault(response, error);
    return;
  }
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`practice model: ${error instanceof Error ? error.stack : message}\n`);
  sendFault(
    response,
    new HttpFault(500, 'practice_broken', 'The practice model broke on this request; see its log.'),
  );
}
