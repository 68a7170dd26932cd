import { canonicalJson } from '@/lib/domain/content-hash';
import type { TraceLog, TraceRecord, TraceSpan } from '@/lib/domain/trace-span';

export interface UniqueRecords {
  readonly spans: readonly TraceSpan[];
  readonly logs: readonly TraceLog[];
}

/**
 * The records of a trace, each once, in an order that does not depend on how they arrived. Of two spans with one id, the
 * ended one is kept, then the one that ended later, then the one that says more.
 */
export function uniqueRecords(records: readonly TraceRecord[]): UniqueRecords {
  const spans = new Map<string, TraceSpan>();
  const logs = new Map<string, TraceLog>();
  for (const record of records) {
    if (record.kind === 'log') logs.set(canonicalJson(record), record);
    else {
      const known = spans.get(record.spanId);
      if (known === undefined || isBetter(record, known)) spans.set(record.spanId, record);
    }
  }
  const keyed = [...logs].sort(([a, one], [b, other]) => one.atMs - other.atMs || byText(a, b));
  return {
    spans: [...spans.values()].sort((a, b) => a.startMs - b.startMs || byText(a.spanId, b.spanId)),
    logs: keyed.map(([, log]) => log),
  };
}

function isBetter(span: TraceSpan, known: TraceSpan): boolean {
  const later = (span.endMs ?? -1) - (known.endMs ?? -1);
  if (later !== 0) return later > 0;
  const [own, other] = [canonicalJson(span), canonicalJson(known)];
  return own.length === other.length ? own > other : own.length > other.length;
}

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
