import { stringOf } from '@/lib/dialects/read-json';
import type { TraceSpan } from '@/lib/domain/trace-span';

/** The error with which a span ended; empty where it has no text, null where it did not fail. */
export function errorOf({ status, statusMessage, attributes, events }: TraceSpan): string | null {
  if (status !== 'error' && stringOf(attributes['error.type']) === '') return null;
  const thrown = events.findLast(({ name }) => name === 'exception')?.attributes ?? {};
  return (
    statusMessage ||
    stringOf(thrown['exception.message']) ||
    stringOf(attributes['exception.message']) ||
    stringOf(attributes['error.message']) ||
    stringOf(thrown['exception.type']) ||
    stringOf(attributes['error.type'])
  );
}
