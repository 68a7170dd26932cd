import { DelimitedReader } from './delimited';
import { type FileFormat, faultAt, type ReadRecord, type SourceFile } from './import-types';
import { JsonColumnsReader, JsonListReader, JsonMemberReader } from './json-document';
import { JsonLinesReader } from './json-lines';
import { listsIn } from './json-members';
import type { RecordReader } from './record-reader';

/**
 * One file's text into records, whichever of the four formats it has. They come one at a time, so that the values of
 * a large file are never in memory together.
 */
export interface OpenedFile {
  readonly format: FileFormat;
  readonly records: Iterable<ReadRecord>;
}

export function openFile(file: SourceFile, format: FileFormat | 'auto', list?: string): OpenedFile {
  const bare = { ...file, text: withoutMark(file.text) };
  const opened = openReader(bare, format, list);
  return { format: opened.format, records: recordsOf(bare, opened.reader) };
}

export interface OpenedReader {
  readonly format: FileFormat;
  readonly reader: RecordReader;
}

/** A reader for a file of which `head` is the beginning: all of its first line at least. `list`: the one to read of an object. */
export function openReader(
  { name, text: head }: Pick<SourceFile, 'name' | 'text'>,
  format: FileFormat | 'auto',
  list?: string,
): OpenedReader {
  const chosen = format === 'auto' ? detectFormat({ name, text: head }) : format;
  const isObject = chosen === 'json' && !head.trimStart().startsWith('[');
  return { format: chosen, reader: isObject ? objectReader(name, head, list) : readerOf(name, chosen, head) };
}

export function withoutMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

/** For a file or an import in which nothing was found. */
export function emptyFault(name: string) {
  return faultAt({ file: name, line: 1, row: 1 }, 'The file holds no record.');
}

function* recordsOf({ name, text, isHead }: SourceFile, reader: RecordReader): Generator<ReadRecord> {
  let isEmpty = true;
  for (const record of reader.take(text)) {
    isEmpty = false;
    yield record;
  }
  // The head of a longer file ends in the middle of a record, which is nothing that is wrong with it.
  if (isHead) return;
  for (const record of reader.end()) {
    isEmpty = false;
    yield record;
  }
  if (isEmpty) yield emptyFault(name);
}

function readerOf(name: string, format: FileFormat, head: string): RecordReader {
  if (format === 'jsonLines') return new JsonLinesReader(name);
  if (format === 'csv' || format === 'tsv') return new DelimitedReader(name, format, head);
  return new JsonListReader(name);
}

/** Its only list of objects where that goes on after the head; a table of columns has to be whole. */
function objectReader(name: string, head: string, list: string | undefined): RecordReader {
  if (list !== undefined) return new JsonMemberReader(name, list, true);
  const { ofObjects, ofValues, open } = listsIn(head);
  const isSole = open !== null && ofObjects.length === 1 && ofValues === 0;
  return isSole ? new JsonMemberReader(name, open, false) : new JsonColumnsReader(name);
}

/**
 * By the name's ending, and for JSON by what it begins with: many a file of JSON lines is called .json, and an array
 * may be called .jsonl.
 */
function detectFormat(file: Pick<SourceFile, 'name' | 'text'>): FileFormat {
  const ending = /\.([a-z]+)(?:\.gz)?$/i.exec(file.name)?.[1]?.toLowerCase();
  if (ending === 'csv') return 'csv';
  if (ending === 'tsv' || ending === 'tab') return 'tsv';
  const start = file.text.trimStart();
  if (start.startsWith('[')) return 'json';
  if (start.startsWith('{')) {
    const end = start.indexOf('\n') < 0 ? start.length : start.indexOf('\n');
    return isRecordLine(start.slice(0, end), start.slice(end)) ? 'jsonLines' : 'json';
  }
  if (ending === 'json' || ending === 'jsonl' || ending === 'ndjson')
    return ending === 'json' ? 'json' : 'jsonLines';
  const [header = ''] = start.split('\n', 1);
  return header.includes('\t') ? 'tsv' : 'csv';
}

/** A first line that is an object by itself begins a file of JSON lines, unless it is the whole file and a table. */
function isRecordLine(line: string, rest: string): boolean {
  try {
    const value: unknown = JSON.parse(line);
    const isTable = typeof value === 'object' && value !== null && Object.values(value).every(Array.isArray);
    return !isTable || rest.trim() !== '';
  } catch {
    // A document over several lines, or a broken first line, which the chosen parser will name.
    return line.trimEnd().endsWith('}');
  }
}
