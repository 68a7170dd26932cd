import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '@/lib/errors/app-error';
import type { Asking } from './exchange';

/** One request of Node's own server, built lazily: fields that are not read are not made. */
export class NodeAsking implements Asking {
  readonly #incoming: IncomingMessage;
  readonly #outgoing: ServerResponse;
  #gone: AbortController | undefined;

  constructor(incoming: IncomingMessage, outgoing: ServerResponse) {
    this.#incoming = incoming;
    this.#outgoing = outgoing;
  }

  get method(): string {
    return this.#incoming.method ?? 'GET';
  }

  get url(): string {
    const { url = '/' } = this.#incoming;
    return `http://serving.invalid${url.startsWith('/') ? url : '/'}`;
  }

  get headers(): Pick<Headers, 'get'> {
    return this;
  }

  /** A header by its name. */
  get(name: string): string | null {
    const value = this.#incoming.headers[name.toLowerCase()];
    return Array.isArray(value) ? value.join(', ') : (value ?? null);
  }

  /** Read without the machinery of a web stream, which takes more than the bytes of most bodies. */
  get body(): Asking['body'] {
    if (this.method === 'GET' || this.method === 'HEAD') return null;
    const incoming = this.#incoming;
    return { values: ({ preventCancel }) => incoming.iterator({ destroyOnReturn: !preventCancel }) };
  }

  text(): Promise<string> {
    const incoming = this.#incoming;
    return new Promise((resolve, reject) => {
      let text = '';
      incoming.setEncoding('utf8');
      incoming.on('data', (part: string) => {
        text += part;
      });
      incoming.once('end', () => resolve(text));
      incoming.once('error', (cause) => {
        reject(new AppError('INPUT_INVALID', 'The body broke off before its end. Send it again.', { cause }));
      });
    });
  }

  get signal(): AbortSignal {
    this.#gone ??= leaving(this.#outgoing);
    return this.#gone.signal;
  }
}

function leaving(outgoing: ServerResponse): AbortController {
  const gone = new AbortController();
  const tell = () => {
    if (!outgoing.writableFinished) gone.abort();
  };
  if (outgoing.destroyed) tell();
  else outgoing.once('close', tell);
  return gone;
}
