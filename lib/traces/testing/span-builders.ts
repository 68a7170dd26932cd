import type { JsonObject, JsonValue } from '@/lib/domain/json';
import type { TraceLog, TraceSpan } from '@/lib/domain/trace-span';

/** Records of one trace, for tests. Times count from 1,000,000 ms. */
const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const RESOURCE = { 'service.name': 'desk', 'service.version': '3' };

export interface SpanGiven extends Partial<Omit<TraceSpan, 'kind'>> {
  readonly spanId: string;
  /** When it began and how long it took. */
  readonly at?: number;
  readonly took?: number;
}

export function spanOf({ at = 0, took = 10, ...given }: SpanGiven): TraceSpan {
  return {
    ...{ kind: 'span', traceId: TRACE_ID, parentId: null, name: 'work', status: 'unset', statusMessage: '' },
    ...{ startMs: 1_000_000 + at, endMs: 1_000_000 + at + took, scope: 'kit', resource: RESOURCE },
    ...{ attributes: {}, events: [], ...given },
  };
}

export function logOf(
  spanId: string,
  name: string,
  told: { readonly attributes?: JsonObject; readonly body?: JsonObject; readonly at?: number },
): TraceLog {
  const { attributes = {}, body = {}, at = 0 } = told;
  return {
    ...{ kind: 'log', traceId: TRACE_ID, spanId, name, atMs: 1_000_000 + at, scope: 'kit' },
    ...{ resource: RESOURCE, attributes, body },
  };
}

/** A nested value as the names of attributes, as OpenInference writes lists. */
export function flattened(prefix: string, value: JsonValue): JsonObject {
  if (typeof value !== 'object' || value === null) return { [prefix]: value };
  const parts = Object.entries(value).map(([name, member]) => flattened(`${prefix}.${name}`, member ?? null));
  return Object.assign({}, ...parts);
}
