import type { DatasetImportView } from '@/lib/contracts/dataset-imports';
import { bytesText } from './bytes-text';
import { formatDuration, plural } from './numbers';

/** A background import in one line: what it does, how far it is, how long it takes. */
export function isImportLive({ state }: Pick<DatasetImportView, 'state'>): boolean {
  return state === 'uploading' || state === 'queued' || state === 'reading' || state === 'saving';
}

export function importLine(one: DatasetImportView): string {
  const records = plural(one.records, 'record');
  const faults = one.faultCount > 0 ? `, ${plural(one.faultCount, 'line')} not readable` : '';
  const left = one.secondsLeft === null ? '' : ` About ${formatDuration(one.secondsLeft * 1000)} left.`;
  switch (one.state) {
    case 'uploading':
      return `Uploading, ${bytesText(one.bytes)} received.`;
    case 'queued':
      return `${bytesText(one.bytes)} received. Waiting for a worker.`;
    case 'reading':
      return `Reading: ${bytesText(one.bytesRead)} of ${bytesText(one.bytes)}, ${records}${faults}.${left}`;
    case 'saving':
      return one.saved === 0
        ? `Comparing ${records}.${left}`
        : `Saving: ${plural(one.saved, 'example')}.${left}`;
    case 'finished':
      return `Imported ${plural(one.saved, 'example')}.`;
    case 'cancelled':
      return 'Cancelled. Nothing was imported.';
    case 'failed':
      return 'Failed. Nothing was imported.';
  }
}
