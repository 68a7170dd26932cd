import { bytesToHex } from '@noble/hashes/utils.js';
import type { JsonObject } from '@/lib/domain/json';
import type { TraceLog, TraceRecord, TraceSpan } from '@/lib/domain/trace-span';
import { attributesOf, bodyOf } from './any-value';
import { decodeRequest, type OtlpEncoding } from './decode-request';
import {
  type LogRecord,
  LogsRequestSchema,
  type Span,
  StatusCode,
  TracesRequestSchema,
} from './generated/otlp_pb';

export type OtlpSignal = 'traces' | 'logs';

export interface OtlpRequest {
  readonly signal: OtlpSignal;
  readonly encoding: OtlpEncoding;
  /** Not compressed. */
  readonly body: Uint8Array;
}

export interface OtlpRecords {
  readonly records: readonly TraceRecord[];
  readonly rejected: number;
  /** Why records were rejected; empty where none was. */
  readonly reason: string;
}

interface Origin {
  readonly scope: string;
  readonly resource: JsonObject;
}

/**
 * The spans or log records of an OTLP/HTTP request. A record with ids that are none is rejected and the others are kept.
 *
 * @throws AppError INPUT_INVALID where the body cannot be read
 */
export function readOtlp({ signal, encoding, body }: OtlpRequest): OtlpRecords {
  const read = signal === 'traces' ? readSpans(encoding, body) : readLogs(encoding, body);
  const records = read.filter((record) => record !== null);
  const rejected = read.length - records.length;
  const lacking = signal === 'traces' ? 'a trace id of 16 bytes and a span id of 8' : 'the id of a trace';
  const reason = rejected === 0 ? '' : `${rejected} of ${read.length} records lack ${lacking}.`;
  return { records, rejected, reason };
}

function readSpans(encoding: OtlpEncoding, body: Uint8Array): (TraceSpan | null)[] {
  const { resourceSpans } = decodeRequest(TracesRequestSchema, encoding, body);
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const named = attributesOf(resource?.attributes ?? []);
    return scopeSpans.flatMap(({ scope, spans }) =>
      spans.map((span) => spanOf(span, { scope: scope?.name ?? '', resource: named })),
    );
  });
}

function readLogs(encoding: OtlpEncoding, body: Uint8Array): (TraceLog | null)[] {
  const { resourceLogs } = decodeRequest(LogsRequestSchema, encoding, body);
  return resourceLogs.flatMap(({ resource, scopeLogs }) => {
    const named = attributesOf(resource?.attributes ?? []);
    return scopeLogs.flatMap(({ scope, logRecords }) =>
      logRecords.map((log) => logOf(log, { scope: scope?.name ?? '', resource: named })),
    );
  });
}

const STATUS = { [StatusCode.UNSET]: 'unset', [StatusCode.OK]: 'ok', [StatusCode.ERROR]: 'error' } as const;

function spanOf(span: Span, origin: Origin): TraceSpan | null {
  const traceId = idOf(span.traceId, 16);
  const spanId = idOf(span.spanId, 8);
  const parentId = idOf(span.parentSpanId, 8);
  if (!traceId || !spanId || parentId === null) return null;
  return {
    kind: 'span',
    ...{ traceId, spanId, parentId: parentId || null, name: span.name },
    ...{ startMs: millisecondsOf(span.startTimeUnixNano) },
    endMs: span.endTimeUnixNano === '0' ? null : millisecondsOf(span.endTimeUnixNano),
    status: STATUS[span.status?.code ?? StatusCode.UNSET] ?? 'unset',
    statusMessage: span.status?.message ?? '',
    ...origin,
    attributes: attributesOf(span.attributes),
    events: span.events.map(({ name, timeUnixNano, attributes }) => ({
      ...{ name, atMs: millisecondsOf(timeUnixNano), attributes: attributesOf(attributes) },
    })),
  };
}

/** Older senders put the name of an event in an attribute. */
function logOf(log: LogRecord, origin: Origin): TraceLog | null {
  const traceId = idOf(log.traceId, 16);
  const spanId = idOf(log.spanId, 8);
  if (!traceId || spanId === null) return null;
  const attributes = attributesOf(log.attributes);
  const named = attributes['event.name'];
  const time = log.timeUnixNano === '0' ? log.observedTimeUnixNano : log.timeUnixNano;
  return {
    kind: 'log',
    ...{ traceId, spanId, name: log.eventName || (typeof named === 'string' ? named : '') },
    ...{ atMs: millisecondsOf(time), ...origin, attributes, body: bodyOf(log.body) },
  };
}

/** Lower-case hex; empty where no id was given (no byte, or all zero), null where it has another length. */
function idOf(bytes: Uint8Array, length: number): string | null {
  if (bytes.every((byte) => byte === 0) && (bytes.length === 0 || bytes.length === length)) return '';
  return bytes.length === length ? bytesToHex(bytes) : null;
}

/** Milliseconds with three decimals: calls that began in the same millisecond keep their order. */
const millisecondsOf = (nanoseconds: string) => Number(BigInt(nanoseconds) / 1000n) / 1000;
