import type { BodySource } from '@/server/http/read-body';

/**
 * What the doors of serving read of a request, and what they say in answer. A Request of the web platform can be asked
 * as it is; the flag server reads its own connection instead, because making a Request and a Response for each
 * evaluation costs more than the evaluation. Knows no addresses of callers.
 */
export interface Asking {
  readonly method: string;
  readonly url: string;
  readonly headers: Pick<Headers, 'get'>;
  /** Either the body or the text of it, once. */
  readonly body: BodySource['body'];
  text(): Promise<string>;
  /** Aborted when the caller is gone. */
  readonly signal: AbortSignal;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | null;
}

const JSON_TYPE = { 'content-type': 'application/json' } as const;

export function jsonAnswer(status: number, body: object, headers: Answer['headers'] = {}): Answer {
  return { status, headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(body) };
}

/** Converts an answer for servers on the web platform. */
export function responseOf({ body, ...init }: Answer): Response {
  return new Response(body as BodyInit | null, init);
}
