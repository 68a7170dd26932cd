import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type FakeAnswer, fakeAppWorld } from '@/lib/testing/appworld/fake-appworld';
import { TOWN_TASKS } from '@/lib/testing/appworld/town-tasks';

/** The fake AppWorld server over HTTP, in this process. */
export interface FakeServer {
  readonly url: string;
  readonly asked: readonly { readonly path: string; readonly body: unknown }[];
  close(): Promise<void>;
}

export type Instead = (path: string, body: unknown) => FakeAnswer | 'silence' | undefined;

/** `instead` may answer in the place of the worlds, or never. */
export async function openFakeServer(port = 0, instead: Instead = () => undefined): Promise<FakeServer> {
  const worlds = fakeAppWorld(TOWN_TASKS);
  const asked: { path: string; body: unknown }[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request.setEncoding('utf8')) text += part;
    const { method = '', url: path = '' } = request;
    const body: unknown = text === '' ? null : JSON.parse(text);
    asked.push({ path, body });
    const answer = instead(path, body) ?? worlds.answer({ method, path, body });
    if (answer === 'silence') return;
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: own } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${own}`,
    asked,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}
