import { parseDelimited } from './delimited';
import {
  type FileFormat,
  faultAt,
  IMPORT_LIMITS,
  type ImportFault,
  type SourceFile,
  type SourceRecord,
} from './import-types';
import { parseJsonDocument } from './json-document';
import { parseJsonLines } from './json-lines';

/** One file's text into records, whichever of the four formats it has. */
export interface ParsedFile {
  readonly format: FileFormat;
  readonly records: readonly SourceRecord[];
  readonly faults: readonly ImportFault[];
}

export function parseFile(file: SourceFile, format: FileFormat | 'auto'): ParsedFile {
  const bare = { name: file.name, text: file.text.startsWith('\ufeff') ? file.text.slice(1) : file.text };
  const chosen = format === 'auto' ? detectFormat(bare) : format;
  const { records, faults } = parseAs(bare, chosen);
  if (records.length === 0 && faults.length === 0)
    return {
      format: chosen,
      records,
      faults: [faultAt({ file: file.name, line: 1, row: 1 }, 'The file holds no record.')],
    };
  if (records.length <= IMPORT_LIMITS.records) return { format: chosen, records, faults };
  const tooMany = `The file has ${records.length} records; at most ${IMPORT_LIMITS.records} can be imported at once.`;
  return { format: chosen, records: [], faults: [faultAt({ file: file.name, line: 1, row: 1 }, tooMany)] };
}

function parseAs(file: SourceFile, format: FileFormat): Omit<ParsedFile, 'format'> {
  if (format === 'jsonLines') return parseJsonLines(file);
  if (format === 'json') return parseJsonDocument(file);
  return parseDelimited(file, format);
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
    const end = start.search(/\r?\n|$/);
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
