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
  const details = logs.filter(({ name }) => name === DETAILS);
  const messages = logs.filter(({ name, spanId }) => isMessageEvent(name) && known.has(spanId));
  const lost = details.filter(({ spanId }) => !known.has(spanId));
  const told = new Set<TraceLog>([...details, ...messages]);
  return {
    spans: [...spans.map((span) => withDetails(span, details, messages)), ...lost.map(spanOfLog)].sort(
      (a, b) => a.startMs - b.startMs,
    ),
    others: logs.filter((log) => !told.has(log)),
  };
}

function withDetails(
  span: TraceSpan,
  details: readonly TraceLog[],
  messages: readonly TraceLog[],
): TraceSpan {
  const ofSpan = ({ spanId }: TraceLog) => spanId === span.spanId;
  const own = [
    ...span.events.filter(({ name }) => name === DETAILS).map(({ attributes }) => attributes),
    ...details.filter(ofSpan).map(factsOf),
  ];
  const events = messages.filter(ofSpan).map((log) => ({ ...log, attributes: factsOf(log) }));
  if (own.length === 0 && events.length === 0) return span;
  return {
    ...span,
    attributes: Object.assign({}, ...own, span.attributes) as JsonObject,
    events: [...span.events, ...events.map(({ name, atMs, attributes }) => ({ name, atMs, attributes }))],
  };
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
