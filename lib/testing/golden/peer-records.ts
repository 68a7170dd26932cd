import { type GepaRecord, renderFields } from '@/lib/methods/gepa/render-records';

/** Records with their numbers, to the letter as the published code writes them. */
export function renderRecords(records: readonly GepaRecord[]): string {
  return records.map((record, index) => `# Example ${index + 1}\n${renderFields(record)}`).join('\n\n');
}
