import { CsvError, type Info, parse } from 'csv-parse/sync';
import { faultAt, IMPORT_LIMITS, type ImportFault, type ReadRecord, type SourceFile } from './import-types';

/**
 * CSV and TSV with a header line: quotes, doubled quotes, line breaks inside quotes and any line ending. Every cell
 * is text, exactly as it stands. A row with more or fewer cells than the header is a fault, never guessed.
 */
interface Row {
  readonly record: readonly string[];
  readonly info: Info;
}

export function* readDelimited(file: SourceFile, format: 'csv' | 'tsv'): Generator<ReadRecord> {
  const refused = (message: string, line = 1) => faultAt({ file: file.name, line, row: 1 }, message);
  const long = longLine(file.text);
  if (long !== undefined) {
    yield refused(`The line has more than ${IMPORT_LIMITS.recordLength} characters.`, long);
    return;
  }
  const faults: ImportFault[] = [];
  const [header, ...body] = readRows(file, format === 'tsv' ? '\t' : delimiterOf(file.text), faults);
  yield* faults;
  if (header === undefined) return;
  const names = header.record.map((name, index) => name.trim() || `column ${index + 1}`);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    yield refused(`The header names "${twice}" twice; give every column a name of its own.`);
    return;
  }
  for (const [index, { record, info }] of body.entries()) {
    const place = { file: file.name, line: startLine(record, info), row: index + 1 };
    if (record.length === names.length)
      yield { ...place, value: Object.fromEntries(names.map((name, column) => [name, record[column]])) };
    else yield faultAt(place, `It has ${record.length} cells; the header has ${names.length}.`);
  }
}

/** The number of the first line that is longer than a record may be. */
function longLine(text: string): number | undefined {
  let line = 1;
  for (let start = 0; ; line += 1) {
    const end = text.indexOf('\n', start);
    if ((end < 0 ? text.length : end) - start > IMPORT_LIMITS.recordLength) return line;
    if (end < 0) return undefined;
    start = end + 1;
  }
}

class TooMuch extends Error {
  constructor(
    message: string,
    readonly line: number | null,
  ) {
    super(message);
  }
}

function readRows(file: SourceFile, delimiter: string, faults: ImportFault[]): Row[] {
  const note = (message: string, line: number | null) =>
    faults.push(faultAt({ file: file.name, line, row: 1 }, message));
  const noteError = (error: CsvError) =>
    note(sentenceOf(error), typeof error.lines === 'number' ? error.lines : null);
  let cells = 0;
  try {
    const rows = parse(file.text, {
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_error: true,
      max_record_size: IMPORT_LIMITS.recordLength,
      // The header and one row too many, which tells that there are too many.
      to: IMPORT_LIMITS.records + 2,
      on_record: (row) => {
        const { record, info } = row as unknown as Row;
        cells += record.length;
        // Such a file is no table of examples; going on would only cost time.
        if (record.length > IMPORT_LIMITS.columns)
          throw new TooMuch(
            `It has ${record.length} cells; at most ${IMPORT_LIMITS.columns} are taken.`,
            info.lines,
          );
        if (cells > IMPORT_LIMITS.cells)
          throw new TooMuch(
            `With this line the file has more than ${IMPORT_LIMITS.cells} cells. Send it in parts, or as JSON lines.`,
            info.lines,
          );
        return row;
      },
      on_skip: (error) => {
        if (error !== undefined) noteError(error);
        if (faults.length < IMPORT_LIMITS.unreadableRows) return undefined;
        throw new TooMuch(
          `More than ${IMPORT_LIMITS.unreadableRows - 1} rows cannot be read; perhaps this is no such table.`,
          null,
        );
      },
    });
    return rows as unknown as Row[];
  } catch (error) {
    if (error instanceof TooMuch) note(error.message, error.line);
    else if (error instanceof CsvError) noteError(error);
    else throw error;
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

const HEADER_LENGTH_MAX = 20_000;

/** Comma or semicolon (spreadsheets of some countries) or tab, whichever the header has most of outside quotes. */
function delimiterOf(text: string): string {
  const [header = ''] = text
    .slice(0, HEADER_LENGTH_MAX)
    .replace(/"[^"]*"/g, '')
    .split(/\r?\n/, 1);
  const count = (delimiter: string) => header.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, next) => (count(next) > count(best) ? next : best));
}
