import { type FileFormat, IMPORT_LIMITS, type ReadRecord } from '@/lib/evaluation/import/import-types';
import { emptyFault, openReader, withoutMark } from '@/lib/evaluation/import/open-file';
import type { RecordReader } from '@/lib/evaluation/import/record-reader';
import { TextOfBytes } from '@/server/services/datasets/text-of-bytes';

/** A stream of bytes into records. The format is told by the head, which has to hold the first line. */
export interface StreamedFile {
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly format: FileFormat | 'auto';
  readonly list?: string | undefined;
  readonly onFormat: (format: FileFormat) => void;
}

const HEAD_LENGTH = IMPORT_LIMITS.recordLength + 65_536;

export async function* readRecords({
  name,
  bytes,
  format,
  list,
  onFormat,
}: StreamedFile): AsyncGenerator<readonly ReadRecord[]> {
  const texts = new TextOfBytes(name);
  let reader: RecordReader | undefined;
  let head = '';
  let isEmpty = true;
  const open = () => {
    const opened = openReader({ name, text: head }, format, list);
    onFormat(opened.format);
    return opened.reader;
  };
  const taken = (from: RecordReader, text: string): readonly ReadRecord[] => {
    const records = [...from.take(text)];
    isEmpty &&= records.length === 0;
    return records;
  };
  for await (const piece of bytes) {
    const text = texts.take(piece);
    if (reader !== undefined) {
      yield taken(reader, text);
      continue;
    }
    head += text;
    if (!hasFirstLine(head)) continue;
    head = withoutMark(head);
    reader = open();
    yield taken(reader, head);
    head = '';
  }
  head = withoutMark(head);
  const last = reader ?? open();
  yield taken(last, head + texts.end());
  const ended = [...last.end()];
  yield isEmpty && ended.length === 0 ? [emptyFault(name)] : ended;
}

/** A first line that has something in it and ends, or as much as a record may have. */
function hasFirstLine(head: string): boolean {
  if (head.length >= HEAD_LENGTH) return true;
  const start = head.search(/[^\s\ufeff]/);
  return start >= 0 && head.length >= 65_536 && head.indexOf('\n', start) >= 0;
}
