import type { JsonObject } from './json';

/**
 * A span or a log record of an agent, as a receiver took it from any wire format: ids in lower-case hex, times in
 * milliseconds since 1970, attribute values as JSON. Its attributes are not interpreted yet.
 */
export interface TraceSpan {
  readonly kind: 'span';
  readonly traceId: string;
  readonly spanId: string;
  /** Null = the root of its trace. */
  readonly parentId: string | null;
  readonly name: string;
  readonly startMs: number;
  /** Null = it has not ended, as far as the sender said. */
  readonly endMs: number | null;
  readonly status: 'unset' | 'ok' | 'error';
  readonly statusMessage: string;
  /** Name of the instrumentation. */
  readonly scope: string;
  readonly attributes: JsonObject;
  /** Attributes of the process that sent it: `service.name` and others. */
  readonly resource: JsonObject;
  readonly events: readonly SpanEvent[];
}

export interface SpanEvent {
  readonly name: string;
  readonly atMs: number;
  readonly attributes: JsonObject;
}

/** A log record that names a trace; GenAI conventions put messages and evaluations there. */
export interface TraceLog {
  readonly kind: 'log';
  readonly traceId: string;
  /** Empty = it belongs to the trace as a whole. */
  readonly spanId: string;
  /** Name of the event. */
  readonly name: string;
  readonly atMs: number;
  readonly scope: string;
  readonly attributes: JsonObject;
  readonly resource: JsonObject;
  readonly body: JsonObject;
}

export type TraceRecord = TraceSpan | TraceLog;
