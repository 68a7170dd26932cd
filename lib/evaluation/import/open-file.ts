import { readDelimited } from './delimited';
import { type FileFormat, faultAt, type ReadRecord, type SourceFile } from './import-types';
import { readJsonDocument } from './json-document';
import { readJsonLines } from './json-lines';

/**
 * One file's text into records, whichever of the four formats it has. They come one at a time, so that the values of
 * a large file never stand in memory together.
 */
export interface OpenedFile {
  readonly format: FileFormat;
  readonly records: Iterable<ReadRecord>;
}

export function openFile(file: SourceFile, format: FileFormat | 'auto'): OpenedFile {
  const bare = { name: file.name, text: file.text.startsWith('\ufeff') ? file.text.slice(1) : file.text };
  const chosen = format === 'auto' ? detectFormat(bare) : format;
  return { format: chosen, records: readOrSay(bare, chosen) };
}

function* readOrSay(file: SourceFile, format: FileFormat): Generator<ReadRecord> {
  let isEmpty = true;
  for (const record of readAs(file, format)) {
    isEmpty = false;
    yield record;
  }
  if (isEmpty) yield faultAt({ file: file.name, line: 1, row: 1 }, 'The file holds no record.');
}

function readAs(file: SourceFile, format: FileFormat): Iterable<ReadRecord> {
  if (format === 'jsonLines') return readJsonLines(file);
  if (format === 'json') return readJsonDocument(file);
  return readDelimited(file, format);
}

/**
 * By the name's ending, and for JSON by what it begins with: many a file of JSON lines is called .json, and an array
 * may be called .jsonl.
 */
function detectFormat(file: SourceFile): FileFormat {
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
