import type { TraceImportView } from '@/lib/contracts/trace-imports';
import { formatCount, plural } from './numbers';

/** Format of a file as it was detected: "a trace of Langfuse", "an entry of a session log, 12 times". */
export function detectedWords({ format, documents }: TraceImportView['saw'][number]): string {
  return documents === 1 ? format : `${format}, ${formatCount(documents)} times`;
}

/** Outcome of an import of traces in one sentence. */
export function uploadedWords({ stored, doubles, refused }: TraceImportView): string {
  const words = [`${plural(stored, 'trace')} imported`];
  if (doubles > 0) words.push(`${plural(doubles, 'duplicate')} skipped`);
  // Among them are traces that were read although a field departs from their format.
  if (refused.length > 0) words.push(`${plural(refused.length, 'remark')}`);
  return `${words.join(', ')}.`;
}
