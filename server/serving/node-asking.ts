import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { AppError } from '@/lib/errors/app-error';
import type { Asking } from './exchange';

/** One request of Node's own server, built lazily: fields that are not read are not made. */
export class NodeAsking implements Asking {
  readonly #incoming: IncomingMessage;
  readonly #outgoing: ServerResponse;
  #gone: AbortController | undefined;
  #body: NonNullable<Asking['body']> | undefined;

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

  /** One stream however often it is looked at: a second one over the same bytes would keep them all. */
  get body(): Asking['body'] {
    if (this.method === 'GET' || this.method === 'HEAD') return null;
    this.#body ??= Readable.toWeb(this.#incoming) as unknown as NonNullable<Asking['body']>;
    return this.#body;
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
