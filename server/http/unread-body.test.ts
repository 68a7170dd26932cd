import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { type KeptConnection, keptConnection } from './testing/kept-connection';
import { settleUnreadBody } from './unread-body';

/** Each way in which a server touches a body before it refuses the request; without a reader of it, the second hangs. */
const TOUCHES: Record<string, (request: IncomingMessage) => void> = {
  'no reader': () => undefined,
  'a web stream that nothing reads': (request) => void Readable.toWeb(request),
  'a copy that nothing reads': (request) => void request.pipe(new PassThrough()),
  'one part read': (request) => void request.read(1),
  'a paused reader': (request) => void request.once('data', () => request.pause()),
};
const BODY = 'x'.repeat(200_000);

let server: Server;
let connection: KeptConnection;
let port = 0;
afterEach(() => {
  connection.close();
  server.closeAllConnections();
  server.close();
});

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<void> {
  server = createServer((request, response) => {
    settleUnreadBody(request, response);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
  connection = keptConnection(`http://127.0.0.1:${port}`);
}

describe('a request after an answer that came before the body was read', () => {
  for (const [name, touch] of Object.entries(TOUCHES)) {
    it(`is answered on the same connection after ${name}`, async () => {
      await serve((request, response) => {
        touch(request);
        response.writeHead(401, { 'content-length': 2 }).end('no');
      });
      for (const isChunked of [false, true]) {
        const first = await connection.ask({ path: '/', body: BODY, isChunked });
        const second = await connection.ask({ path: '/', body: BODY });
        expect([first.status, first.text, second.status, second.text]).toEqual([401, 'no', 401, 'no']);
        expect([first.connection, second.isReused]).toEqual([isChunked ? 'close' : 'keep-alive', !isChunked]);
      }
    });
  }

  it('comes on a new connection where the body is too long to be dropped, and the answer is read whole', async () => {
    await serve((request, response) => {
      Readable.toWeb(request);
      response.writeHead(413).end('too large');
    });
    const long = await connection.ask({ path: '/', body: 'x'.repeat(1_500_000) });
    expect([long.status, long.text, long.connection]).toEqual([413, 'too large', 'close']);
    const next = await connection.ask({ path: '/', body: BODY });
    expect([next.status, next.isReused]).toEqual([413, false]);
  });

  it('is not waited for when the rest of the body never comes', async () => {
    await serve((_, response) => {
      response.writeHead(401, { 'content-length': 2 }).end('no');
    });
    const socket = connect(port, '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 500000\r\n\r\nabc');
    let text = '';
    socket.on('data', (part) => {
      text += part.toString();
    });
    await expect.poll(() => text.endsWith('no')).toBe(true);
    await new Promise((resolve) => socket.once('close', resolve));
    expect(text.startsWith('HTTP/1.1 401')).toBe(true);
  });

  it('leaves a body that was read, and an answer in parts, as they are', async () => {
    await serve(async (request, response) => {
      let size = 0;
      for await (const part of request) size += (part as Buffer).length;
      response.write('read ');
      response.end(String(size));
    });
    for (const isReused of [false, true]) {
      const answer = await connection.ask({ path: '/', body: BODY });
      expect(answer).toMatchObject({ status: 200, text: 'read 200000', connection: 'keep-alive', isReused });
    }
  });
});
