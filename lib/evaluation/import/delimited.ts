import { CsvError, type Info, Parser } from 'csv-parse';
import { faultAt, IMPORT_LIMITS, type ReadRecord } from './import-types';
import type { RecordReader } from './record-reader';

/**
 * CSV and TSV with a header line: quotes, doubled quotes, line breaks inside quotes and any line ending. Every cell
 * is text, exactly as the file has it. A row with more or fewer cells than the header is a fault, never guessed.
 */
interface Row {
  readonly record: readonly string[];
  readonly info: Info;
}

/** Characters parsed between two looks at what came of them. */
const SLICE = 65_536;
/** Rows are taken after each write: the stream's own pause would only hold the next write up. */
const UNPAUSED = { readableHighWaterMark: 2 * SLICE };

export class DelimitedReader implements RecordReader {
  private readonly parser: Parser;
  private readonly faults: ReadRecord[] = [];
  private unreadable = 0;
  private names: readonly string[] | undefined;
  private row = 0;
  private line = 1;
  private lineLength = 0;
  private isOver = false;

  /** `head`: the beginning of the file, with its header line. */
  constructor(
    private readonly file: string,
    format: 'csv' | 'tsv',
    head: string,
  ) {
    this.parser = new Parser({
      delimiter: format === 'tsv' ? '\t' : delimiterOf(head),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_error: true,
      max_record_size: IMPORT_LIMITS.recordLength,
      ...UNPAUSED,
      on_skip: (error) => this.noteSkipped(error),
    });
    // Errors are read from the parser after each write; without a listener, an error would end the process.
    this.parser.on('error', () => undefined);
  }

  *take(part: string): Generator<ReadRecord> {
    for (let start = 0; start < part.length && !this.isOver; ) {
      const end = cutBefore(part, start + SLICE);
      const piece = part.slice(start, end);
      const long = this.longLine(piece);
      if (long !== undefined) {
        const most = IMPORT_LIMITS.recordLength;
        yield this.stop(`The line has more than ${most} characters; perhaps a quote is not closed.`, long);
        return;
      }
      this.parser.write(piece);
      yield* this.read();
      start = end;
    }
  }

  *end(): Generator<ReadRecord> {
    if (this.isOver) return;
    this.parser.end();
    yield* this.read();
  }

  private *read(): Generator<ReadRecord> {
    for (let row: Row | null = this.parser.read(); row !== null && !this.isOver; row = this.parser.read())
      yield* this.recordsOf(row);
    yield* this.faults.splice(0);
    const { errored } = this.parser;
    if (errored === null || errored === undefined || this.isOver) return;
    if (!(errored instanceof CsvError)) throw errored;
    yield this.stop(sentenceOf(errored), lineOf(errored));
  }

  private *recordsOf({ record, info }: Row): Generator<ReadRecord> {
    const line = startLine(record, info);
    if (record.length > IMPORT_LIMITS.columns) {
      // Such a file is no table of examples; going on would only cost time.
      yield this.stop(`It has ${record.length} cells; at most ${IMPORT_LIMITS.columns} are taken.`, line);
      return;
    }
    if (this.names === undefined) {
      yield* this.takeHeader(record);
      return;
    }
    this.row += 1;
    const place = { file: this.file, line, row: this.row };
    const { names } = this;
    if (record.length === names.length)
      yield { ...place, value: Object.fromEntries(names.map((name, column) => [name, record[column]])) };
    else yield faultAt(place, `It has ${record.length} cells; the header has ${names.length}.`);
  }

  private *takeHeader(record: readonly string[]): Generator<ReadRecord> {
    const names = record.map((name, index) => name.trim() || `column ${index + 1}`);
    this.names = names;
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    if (twice !== undefined)
      yield this.stop(`The header names "${twice}" twice; give every column a name of its own.`, 1);
  }

  private noteSkipped(error: CsvError | undefined): undefined {
    if (error === undefined || this.unreadable >= IMPORT_LIMITS.unreadableRows) return undefined;
    this.unreadable += 1;
    const most = IMPORT_LIMITS.unreadableRows - 1;
    this.faults.push(
      this.unreadable <= most
        ? faultAt({ file: this.file, line: lineOf(error), row: 1 }, sentenceOf(error))
        : this.stop(`More than ${most} rows cannot be read; perhaps this is no such table.`, lineOf(error)),
    );
    return undefined;
  }

  private stop(message: string, line: number | null): ReadRecord {
    this.isOver = true;
    return { stop: faultAt({ file: this.file, line, row: 1 }, message) };
  }

  /** The number of the first line that is longer than a record may be. */
  private longLine(piece: string): number | undefined {
    for (let start = 0; ; ) {
      const end = piece.indexOf('\n', start);
      this.lineLength += (end < 0 ? piece.length : end) - start;
      if (this.lineLength > IMPORT_LIMITS.recordLength) return this.line;
      if (end < 0) return undefined;
      this.line += 1;
      this.lineLength = 0;
      start = end + 1;
    }
  }
}

/** Not between the two halves of a character. */
function cutBefore(text: string, end: number): number {
  const last = text.charCodeAt(end - 1);
  return end < text.length && last >= 0xd800 && last < 0xdc00 ? end + 1 : end;
}

/** The line that a row began on: the parser counts the lines behind it, and cells may hold line breaks. */
function startLine(record: readonly string[], info: Info): number {
  const inside = record.reduce((count, cell) => count + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0);
  return info.lines - inside;
}

function lineOf({ lines }: CsvError): number | null {
  return typeof lines === 'number' ? lines : null;
}

const SENTENCES: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'A quote that was opened is not closed before the file ends.',
  CSV_INVALID_CLOSING_QUOTE: 'After a closing quote there must be a delimiter or the end of the line.',
  INVALID_OPENING_QUOTE:
    'A quote is in the middle of a cell; quote the whole cell and double the quotes inside.',
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
