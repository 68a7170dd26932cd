import net from 'node:net';

/**
 * One kept connection that asks and reads, one question after the other, for a fraction of what a client of the fetch
 * family costs: on few cores a bench would else measure its own client. Reads answers with a length or in chunks.
 */
export interface LoadConnection {
  ask(body: string): Promise<LoadAnswer>;
  close(): void;
}

export interface LoadAnswer {
  readonly status: number;
  /** As it came, headers and marks of chunks included. */
  readonly text: string;
}

const HEAD_END = '\r\n\r\n';
const CHUNKS_END = '0\r\n\r\n';

export async function openLoadConnection(
  url: string,
  { path, headers }: { readonly path: string; readonly headers: Readonly<Record<string, string>> },
): Promise<LoadConnection> {
  const { hostname, port, host } = new URL(url);
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `POST ${path} HTTP/1.1\r\n${lines.join('')}`;
  const socket = net.connect(Number(port), hostname);
  socket.setNoDelay(true);
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  let text = '';
  let answered: ((answer: LoadAnswer) => void) | undefined;
  let failed: ((error: Error) => void) | undefined;
  // One letter a byte, so that lengths in the head count what is in the text.
  socket.setEncoding('latin1');
  socket.on('data', (part: string) => {
    text += part;
    if (!isWhole(text)) return;
    const answer = { status: Number(text.slice(9, 12)), text };
    text = '';
    answered?.(answer);
  });
  socket.on('error', (error) => failed?.(error));
  socket.on('close', () => failed?.(new Error('The server closed a connection.')));
  return {
    ask: (body) =>
      new Promise((resolve, reject) => {
        answered = resolve;
        failed = reject;
        socket.write(`${head}content-length: ${Buffer.byteLength(body)}${HEAD_END}${body}`);
      }),
    close: () => socket.destroy(),
  };
}

function isWhole(text: string): boolean {
  const headEnd = text.indexOf(HEAD_END);
  if (headEnd < 0) return false;
  const length = /content-length: (\d+)/i.exec(text.slice(0, headEnd))?.[1];
  if (length === undefined) return text.endsWith(CHUNKS_END);
  return text.length >= headEnd + HEAD_END.length + Number(length);
}
