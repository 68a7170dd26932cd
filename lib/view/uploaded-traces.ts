import type { TraceImportView } from '@/lib/contracts/trace-imports';
import { plural } from './numbers';

/** Outcome of an import of traces in one sentence. */
export function uploadedWords({ stored, doubles, refused }: TraceImportView): string {
  const words = [`${plural(stored, 'trace')} imported`];
  if (doubles > 0) words.push(`${plural(doubles, 'duplicate')} skipped`);
  // Among them are traces that were read although a field departs from their format.
  if (refused.length > 0) words.push(`${plural(refused.length, 'remark')}`);
  return `${words.join(', ')}.`;
}
