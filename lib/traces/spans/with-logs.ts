import type { JsonObject } from '@/lib/domain/json';
import type { TraceLog, TraceSpan } from '@/lib/domain/trace-span';
import { isMessageEvent } from './event-messages';
import type { UniqueRecords } from './unique-records';

const DETAILS = 'gen_ai.client.inference.operation.details';

interface Joined {
  readonly spans: readonly TraceSpan[];
  /** Logs that told nothing about a call. */
  readonly others: readonly TraceLog[];
}

/**
 * Spans with what their logs and events say about them. Conventions put messages in either: the details of a call become
 * attributes, older messages become events. Details without their span are a call of their own.
 */
export function withLogs({ spans, logs }: UniqueRecords): Joined {
  const known = new Set(spans.map(({ spanId }) => spanId));
  const told = logs.filter(
    (log) => log.name === DETAILS || (isMessageEvent(log.name) && known.has(log.spanId)),
  );
  const bySpan = new Map<string, TraceLog[]>();
  for (const log of told) {
    const others = bySpan.get(log.spanId);
    if (others === undefined) bySpan.set(log.spanId, [log]);
    else others.push(log);
  }
  const lost = told.filter(({ spanId }) => !known.has(spanId));
  const isTold = new Set(told);
  return {
    spans: [
      ...spans.map((span) => withTold(span, bySpan.get(span.spanId) ?? [])),
      ...lost.map(spanOfLog),
    ].sort((a, b) => a.startMs - b.startMs),
    others: logs.filter((log) => !isTold.has(log)),
  };
}

function withTold(span: TraceSpan, logs: readonly TraceLog[]): TraceSpan {
  const details = [
    ...span.events.filter(({ name }) => name === DETAILS).map(({ attributes }) => attributes),
    ...logs.filter(({ name }) => name === DETAILS).map(factsOf),
  ];
  const messages = logs.filter(({ name }) => name !== DETAILS);
  if (details.length === 0 && messages.length === 0) return span;
  const attributes: JsonObject = Object.assign({}, ...details, span.attributes);
  const events = messages.map((log) => ({ name: log.name, atMs: log.atMs, attributes: factsOf(log) }));
  return { ...span, attributes, events: [...span.events, ...events] };
}

/** Older senders put the fields in the body, current ones in attributes. */
const factsOf = ({ attributes, body }: TraceLog): JsonObject => ({ ...body, ...attributes });

function spanOfLog(log: TraceLog, index: number): TraceSpan {
  return {
    ...{ kind: 'span', traceId: log.traceId, spanId: log.spanId || `log-${index}`, parentId: 'not-sent' },
    ...{ name: log.name, startMs: log.atMs, endMs: log.atMs, status: 'unset', statusMessage: '' },
    ...{ scope: log.scope, attributes: factsOf(log), resource: log.resource, events: [] },
  };
}
