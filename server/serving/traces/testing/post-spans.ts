import { gzipSync } from 'node:zlib';
import type { JsonObject, JsonValue } from '@/lib/domain/json';

/** Requests of a sender of traces, in OTLP's JSON. */
export interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name?: string;
  readonly endTimeUnixNano?: string;
  readonly attributes?: readonly JsonObject[];
}

export const START = 1_700_000_000_000_000_000n;

export const idOf = (number: number, length: 16 | 32) => (number + 1).toString(16).padStart(length, 'a');

export const attribute = (key: string, value: string): JsonObject => ({ key, value: { stringValue: value } });

export const said = (text: string): JsonObject =>
  attribute(
    'gen_ai.input.messages',
    JSON.stringify([{ role: 'user', parts: [{ type: 'text', content: text }] }]),
  );

/** A span of a model call, with what it was asked. */
export function chatSpan(
  trace: number,
  span: number,
  question: string,
  more: Partial<SentSpan> = {},
): SentSpan {
  return {
    ...{ traceId: idOf(trace, 32), spanId: idOf(span, 16), name: 'chat m-1' },
    ...{ endTimeUnixNano: String(START + 1_000_000_000n) },
    attributes: [
      attribute('gen_ai.operation.name', 'chat'),
      attribute('gen_ai.request.model', 'm-1'),
      said(question),
    ],
    ...more,
  };
}

export function traceBody(spans: readonly SentSpan[], resource: readonly JsonObject[] = []): string {
  const whole = spans.map((span) => ({ startTimeUnixNano: String(START), kind: 3, ...span }));
  const named = [attribute('service.name', 'desk'), ...resource];
  return JSON.stringify({
    resourceSpans: [
      { resource: { attributes: named }, scopeSpans: [{ scope: { name: 'kit' }, spans: whole }] },
    ],
  } as unknown as JsonValue);
}

interface Posted {
  readonly key?: string;
  readonly door?: string;
  readonly type?: string;
  readonly gzip?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

export function post(
  origin: string,
  body: string | Uint8Array,
  { key, door = 'traces', type = 'application/json', gzip = false, headers = {} }: Posted,
): Promise<Response> {
  return fetch(`${origin}/otlp/v1/${door}`, {
    method: 'POST',
    headers: {
      'content-type': type,
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(gzip ? { 'content-encoding': 'gzip' } : {}),
      ...headers,
    },
    body: (gzip ? gzipSync(body) : body) as BodyInit,
  });
}
