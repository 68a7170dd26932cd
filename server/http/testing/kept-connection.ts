import { Agent, request } from 'node:http';

/** One kept connection to a server, on which requests follow each other as they do from a client's pool. */
export interface KeptConnection {
  ask(asked: KeptRequest): Promise<KeptAnswer>;
  close(): void;
}

export interface KeptRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Sent in parts without a length. */
  readonly isChunked?: boolean;
}

export interface KeptAnswer {
  readonly status: number;
  readonly connection: string | undefined;
  readonly text: string;
  /** On the connection of the request before. */
  readonly isReused: boolean;
}

const PATIENCE_MS = 10_000;

export function keptConnection(origin: string): KeptConnection {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { hostname, port } = new URL(origin);
  return {
    ask: ({ method = 'POST', path, headers = {}, body = '', isChunked = false }) =>
      new Promise((resolve, reject) => {
        const length = isChunked || body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) };
        const sent = request({ agent, hostname, port, method, path, headers: { ...length, ...headers } });
        const given = setTimeout(
          () => sent.destroy(new Error(`${method} ${path} was not answered`)),
          PATIENCE_MS,
        );
        sent.on('close', () => clearTimeout(given));
        sent.on('error', reject);
        sent.on('response', (response) => {
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (part: string) => {
            text += part;
          });
          response.on('error', reject);
          response.on('end', () => {
            const { statusCode = 0, headers: got } = response;
            resolve({ status: statusCode, connection: got.connection, text, isReused: sent.reusedSocket });
          });
        });
        if (isChunked) sent.write(body);
        sent.end(isChunked ? undefined : body);
      }),
    close: () => agent.destroy(),
  };
}
