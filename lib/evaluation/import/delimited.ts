import { CsvError, type Info, parse } from 'csv-parse/sync';
import { faultAt, IMPORT_LIMITS, type ImportFault, type SourceFile, type SourceRecord } from './import-types';

/**
 * CSV and TSV with a header line: quotes, doubled quotes, line breaks inside quotes and any line ending. Every cell
 * is text, exactly as it stands. A row with more or fewer cells than the header is a fault, never guessed.
 */
interface Row {
  readonly record: readonly string[];
  readonly info: Info;
}

export function parseDelimited(
  file: SourceFile,
  format: 'csv' | 'tsv',
): { records: SourceRecord[]; faults: ImportFault[] } {
  const faults: ImportFault[] = [];
  const rows = readRows(file, format === 'tsv' ? '\t' : delimiterOf(file.text), faults);
  const [header, ...body] = rows;
  if (header === undefined) return { records: [], faults };
  const names = header.record.map((name, index) => name.trim() || `column ${index + 1}`);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    const message = `The header names "${twice}" twice; give every column a name of its own.`;
    return { records: [], faults: [faultAt({ file: file.name, line: 1, row: 1 }, message)] };
  }
  const records: SourceRecord[] = [];
  for (const [index, { record, info }] of body.entries()) {
    const place = { file: file.name, line: startLine(record, info), row: index + 1 };
    if (record.length !== names.length)
      faults.push(faultAt(place, `It has ${record.length} cells; the header has ${names.length}.`));
    else
      records.push({
        ...place,
        value: Object.fromEntries(names.map((name, column) => [name, record[column]])),
      });
  }
  return { records, faults };
}

function readRows(file: SourceFile, delimiter: string, faults: ImportFault[]): Row[] {
  const note = (error: CsvError) => {
    const line = typeof error.lines === 'number' ? error.lines : null;
    faults.push(faultAt({ file: file.name, line, row: 1 }, sentenceOf(error)));
  };
  try {
    const rows = parse(file.text, {
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_error: true,
      max_record_size: IMPORT_LIMITS.recordLength,
      on_skip: (error) => {
        if (error !== undefined) note(error);
        return undefined;
      },
    });
    return rows as unknown as Row[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    note(error);
    return [];
  }
}

/** The line that a row began on: the parser counts the lines behind it, and cells may hold line breaks. */
function startLine(record: readonly string[], info: Info): number {
  const inside = record.reduce((count, cell) => count + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0);
  return info.lines - inside;
}

const SENTENCES: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'A quote that was opened is not closed before the file ends.',
  CSV_INVALID_CLOSING_QUOTE: 'After a closing quote there must be a delimiter or the end of the line.',
  INVALID_OPENING_QUOTE:
    'A quote stands in the middle of a cell; quote the whole cell and double the quotes inside.',
  CSV_MAX_RECORD_SIZE: `A row has more than ${IMPORT_LIMITS.recordLength} characters; perhaps a quote is not closed.`,
};

function sentenceOf(error: CsvError): string {
  return SENTENCES[error.code] ?? `The row cannot be read: ${error.message.slice(0, 200)}.`;
}

/** Comma or semicolon (spreadsheets of some countries) or tab, whichever the header has most of outside quotes. */
function delimiterOf(text: string): string {
  const [header = ''] = text.replace(/"(?:[^"]|"")*"/g, '').split(/\r?\n/, 1);
  const count = (delimiter: string) => header.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, next) => (count(next) > count(best) ? next : best));
}
