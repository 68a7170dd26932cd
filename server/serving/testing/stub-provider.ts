import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** A provider over real HTTP whose every answer a test decides; keeps what it was asked. */
export interface Asked {
  readonly body: {
    readonly model: string;
    readonly stream?: boolean;
    readonly messages: readonly { readonly role: string; readonly content: unknown }[];
    readonly [name: string]: unknown;
  };
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** True once the caller has left before the answer ended. */
  isLeft: boolean;
}

export type Reply = (asked: Asked, response: ServerResponse) => void | Promise<void>;

export interface StubProvider {
  readonly url: string;
  readonly asked: Asked[];
  reply: Reply;
  close(): Promise<void>;
}

export async function startStubProvider(reply: Reply = says('42')): Promise<StubProvider> {
  const asked: Asked[] = [];
  const stub = { reply };
  const server = createServer(async (request, response) => {
    const one: Asked = { body: JSON.parse(await textOf(request)), headers: request.headers, isLeft: false };
    asked.push(one);
    response.once('close', () => {
      one.isLeft = !response.writableFinished;
    });
    await stub.reply(one, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return Object.assign(stub, {
    url: `http://127.0.0.1:${port}`,
    asked,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

const USAGE = { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 };

export const completion = (content: string | null, more: object = {}) => ({
  ...{ id: 'cmpl_1', object: 'chat.completion', created: 1, model: 'stub' },
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content, ...more } }],
  usage: USAGE,
});

export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
}

export const says = (text: string): Reply => json(200, completion(text));

const event = (delta: object, reason: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`;

export const STREAM = [
  event({ role: 'assistant', content: '' }),
  event({ content: 'The answer ' }),
  event({ content: 'is 42.' }),
  event({}, 'stop'),
  'data: [DONE]\n\n',
];

/** The first so many events, then the end of the answer or a cut. */
export function streams(events: readonly string[] = STREAM, end: 'ends' | 'breaks' = 'ends'): Reply {
  return async (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const one of events) {
      response.write(one);
      await new Promise((resolve) => setImmediate(resolve));
    }
    if (end === 'ends') response.end();
    else response.destroy();
  };
}

/** Says what it is told to by the prompt in front: for the two sides of a canary. */
export function byPrompt(replies: Readonly<Record<string, Reply>>): Reply {
  return (asked, response) => {
    const first = String(asked.body.messages[0]?.content ?? '');
    const found = Object.entries(replies).find(([prompt]) => first.startsWith(prompt));
    return (found?.[1] ?? json(400, { error: { message: 'no such prompt' } }))(asked, response);
  };
}
