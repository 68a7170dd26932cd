import { faultAt, IMPORT_LIMITS, type ReadRecord } from './import-types';
import type { RecordReader } from './record-reader';
import { parseSourceJson } from './source-json';

/** One JSON object a line. Blank lines are nothing; every other line is a record or a fault with its number. */
export class JsonLinesReader implements RecordReader {
  private row = 0;
  private line = 0;
  /** The beginning of a line whose end has not come; no more of it than a record may have. */
  private begun = '';
  private dropped = 0;

  constructor(private readonly file: string) {}

  *take(part: string): Generator<ReadRecord> {
    let start = 0;
    for (let end = part.indexOf('\n'); end >= 0; end = part.indexOf('\n', start)) {
      this.keep(part.slice(start, end));
      start = end + 1;
      const record = this.finishLine();
      if (record !== undefined) yield record;
    }
    this.keep(part.slice(start));
  }

  *end(): Generator<ReadRecord> {
    const record = this.finishLine();
    if (record !== undefined) yield record;
  }

  private keep(piece: string): void {
    if (this.dropped > 0 || this.begun.length + piece.length > 2 * IMPORT_LIMITS.recordLength) {
      this.dropped += piece.length;
      return;
    }
    this.begun = this.begun === '' ? piece : this.begun + piece;
  }

  private finishLine(): ReadRecord | undefined {
    const text = this.begun.trim();
    const length = text.length + this.dropped;
    this.begun = '';
    this.dropped = 0;
    this.line += 1;
    if (length === 0) return undefined;
    this.row += 1;
    const place = { file: this.file, line: this.line, row: this.row };
    return length > IMPORT_LIMITS.recordLength ? tooLong(place, length) : readObject(text, place);
  }
}

interface Place {
  readonly file: string;
  readonly line: number | null;
  readonly row: number;
}

export function tooLong(place: Place, length: number): ReadRecord {
  return faultAt(place, `It has ${length} characters; a record has at most ${IMPORT_LIMITS.recordLength}.`);
}

/** The object in a text, or what is wrong with it. */
export function readObject(text: string, place: Place): ReadRecord {
  const parsed = parseSourceJson(text);
  if (!parsed.ok) return faultAt(place, parsed.message);
  if (typeof parsed.value === 'object' && parsed.value !== null && !Array.isArray(parsed.value))
    return { ...place, value: parsed.value };
  return faultAt(
    place,
    'It is no JSON object; every record must be one, like {"question": "...", "answer": "..."}.',
  );
}
