import { BinaryWriter } from '@bufbuild/protobuf/wire';
import { AppError, type AppErrorOptions } from '@/lib/errors/app-error';
import { isDatabaseGone } from '@/lib/errors/database-gone';
import type { OtlpEncoding } from '@/lib/traces/otlp/decode-request';
import { HttpFault } from '@/server/http/http-fault';
import { logOf } from '@/server/observability/log';
import type { Answer } from '../exchange';

/**
 * Answers in the encoding of the request. A refusal is a google.rpc.Status with a sentence. OTLP sends a request again after
 * 429 and 503, and never after 400: what can be stored later is therefore never answered with 400.
 */
const TYPES = { json: 'application/json', protobuf: 'application/x-protobuf' } as const;

export function bytesAnswer(
  status: number,
  encoding: OtlpEncoding,
  body: Uint8Array,
  headers: Answer['headers'] = {},
): Answer {
  const sent = { 'content-type': TYPES[encoding], 'content-length': String(body.byteLength), ...headers };
  return { status, headers: sent, body: body.byteLength === 0 ? null : piece(body) };
}

async function* piece(body: Uint8Array): AsyncGenerator<Uint8Array> {
  yield body;
}

interface Told {
  readonly status: number;
  readonly message: string;
  readonly retryAfterMs?: number | undefined;
}

/** Codes of google.rpc by status. */
const CODES: Readonly<Record<number, number>> = {
  ...{ 400: 3, 401: 16, 403: 7, 404: 5, 405: 12, 413: 11, 415: 3, 429: 8, 503: 14 },
};
const UNKNOWN = 2;

export function refusalAnswer(encoding: OtlpEncoding, { status, message, retryAfterMs }: Told): Answer {
  const code = CODES[status] ?? UNKNOWN;
  const body =
    encoding === 'json'
      ? new TextEncoder().encode(JSON.stringify({ code, message }))
      : new BinaryWriter().uint32(8).int32(code).uint32(18).string(message).finish();
  const seconds = retryAfterMs === undefined ? null : Math.max(1, Math.ceil(retryAfterMs / 1000));
  return bytesAnswer(status, encoding, body, seconds === null ? {} : { 'retry-after': String(seconds) });
}

const STATUS: Readonly<Record<string, number>> = {
  ...{ invalid: 400, unauthenticated: 401, forbidden: 403, tooLarge: 413, limited: 429 },
};
const AGAIN_MS = 5_000;

export function faultAnswer(encoding: OtlpEncoding, error: unknown): Answer {
  if (error instanceof HttpFault)
    return refusalAnswer(encoding, { status: error.status, message: error.message });
  const status = AppError.is(error) ? (STATUS[error.kind] ?? 503) : 503;
  const message = AppError.is(error) ? error.userMessage : 'Traces cannot be stored now. Send them again.';
  if (status !== 503) {
    const { retryAfterMs } = error as AppErrorOptions;
    return refusalAnswer(encoding, { status, message, retryAfterMs });
  }
  const level = isDatabaseGone(error) || AppError.is(error) ? 'debug' : 'warn';
  logOf('traces')[level]({ err: error }, 'Traces were not stored; their sender may try again.');
  const retryAfterMs = AppError.is(error) ? error.retryAfterMs : undefined;
  return refusalAnswer(encoding, { status, message, retryAfterMs: retryAfterMs ?? AGAIN_MS });
}
