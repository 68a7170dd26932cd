import type { FileStop, ImportFault, ReadRecord } from './import-types';

/**
 * A file's text into records, part after part, so that neither the text nor the records are ever in memory together.
 * A part may end anywhere but inside a character. What a reader keeps between two parts is at most one record.
 */
export interface RecordReader {
  take(part: string): Iterable<ReadRecord>;
  /** Records still open at the end of the file. */
  end(): Iterable<ReadRecord>;
}

export function isFault(record: ReadRecord): record is ImportFault {
  return 'message' in record;
}

export function isStop(record: ReadRecord): record is FileStop {
  return 'stop' in record;
}
