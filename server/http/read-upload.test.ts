import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import type { BodySource } from './read-body';
import { readUpload } from './read-upload';
import { type KeptConnection, keptConnection } from './testing/kept-connection';
import { settleUnreadBody } from './unread-body';

/** Uploads over a real connection, refused at their first part as a service refuses them. */
let server: Server;
let connection: KeptConnection;
afterEach(() => {
  connection.close();
  server.closeAllConnections();
  server.close();
});

async function serve(takes: (source: BodySource) => Promise<number>): Promise<void> {
  server = createServer((request, response) => {
    settleUnreadBody(request, response);
    const headers = new Headers({ 'content-type': request.headers['content-type'] ?? '' });
    const body = Readable.toWeb(request) as unknown as BodySource['body'];
    takes({ headers, body }).then((status) => response.writeHead(status).end('told'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  connection = keptConnection(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

const refuse = async (source: BodySource) => {
  for await (const part of readUpload(source)) return part.kind === 'file' ? 422 : 400;
  return 200;
};

const form = (bytes: number) => ({
  ...{ path: '/', headers: { 'content-type': 'multipart/form-data; boundary=b' } },
  body: [
    '--b',
    'content-disposition: form-data; name="files"; filename="a.jsonl"',
    'content-type: application/jsonl',
    '',
    'x'.repeat(bytes),
    '--b--',
    '',
  ].join('\r\n'),
});

describe('an upload that is refused at its first part', () => {
  it.each([100, 200_000, 800_000])('of %i bytes leaves its connection to the next request', async (bytes) => {
    await serve(refuse);
    for (const isReused of [false, true, true])
      expect(await connection.ask(form(bytes))).toMatchObject({ status: 422, text: 'told', isReused });
  });

  it('is answered whole where it is too long to be dropped, and the next one on a new connection', async () => {
    await serve(refuse);
    for (let turn = 0; turn < 2; turn += 1) {
      const answer = await connection.ask(form(5_000_000));
      expect(answer).toMatchObject({ status: 422, text: 'told', connection: 'close', isReused: false });
    }
  });

  it('is read whole where it is taken', async () => {
    await serve(async (source) => {
      let size = 0;
      for await (const part of readUpload(source))
        if (part.kind === 'file') for await (const piece of part.bytes) size += piece.byteLength;
      return size === 3_000_000 ? 201 : 500;
    });
    expect(await connection.ask(form(3_000_000))).toMatchObject({ status: 201, connection: 'keep-alive' });
  });
});
