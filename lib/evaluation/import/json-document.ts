import { faultAt, IMPORT_LIMITS, type ReadRecord } from './import-types';
import { ElementScanner, type JsonElement } from './json-elements';
import { readObject, tooLong } from './json-lines';
import { MemberScanner, severalLists } from './json-members';
import type { RecordReader } from './record-reader';
import { parseSourceJson, SourceNumber } from './source-json';

/** A JSON list of objects, read one by one. */
export class JsonListReader implements RecordReader {
  private readonly scanner: ElementScanner;
  private row = 0;

  constructor(
    private readonly file: string,
    line = 1,
  ) {
    this.scanner = new ElementScanner(line);
  }

  *take(part: string): Generator<ReadRecord> {
    for (const element of this.scanner.take(part)) yield this.recordOf(element);
  }

  *end(): Generator<ReadRecord> {
    for (const element of this.scanner.end()) yield this.recordOf(element);
  }

  private recordOf(element: JsonElement): ReadRecord {
    this.row += 1;
    const place = { file: this.file, line: element.line, row: this.row };
    if ('message' in element) return faultAt(place, element.message);
    return 'length' in element ? tooLong(place, element.length) : readObject(element.text, place);
  }
}

/**
 * One list of objects in a JSON object, read one by one whatever its length. `isNamed`: a person chose it, so that other
 * lists are passed over; else a second one leaves open which was meant.
 */
export class JsonMemberReader implements RecordReader {
  private readonly scanner = new MemberScanner();
  private reader: JsonListReader | undefined;
  private isOpen = false;

  constructor(
    private readonly file: string,
    private readonly list: string,
    private readonly isNamed: boolean,
  ) {}

  *take(part: string): Generator<ReadRecord> {
    for (const piece of this.scanner.take(part)) {
      if (piece.kind === 'text') {
        if (this.isOpen && this.reader !== undefined) yield* this.reader.take(piece.text);
      } else if (piece.holds === 'objects') {
        this.isOpen = piece.name === this.list;
        if (this.isOpen) this.reader = new JsonListReader(this.file, piece.line);
        else if (!this.isNamed) yield this.stop(severalLists([this.list, piece.name]), piece.line);
      }
    }
  }

  *end(): Generator<ReadRecord> {
    if (this.reader === undefined) yield this.stop(`It holds no list of objects called "${this.list}".`, 1);
    else if (this.scanner.openList === this.list) yield* this.reader.end();
    else if (!this.scanner.isClosed) yield this.stop('The object is not closed before the file ends.', 1);
  }

  private stop(message: string, line: number): ReadRecord {
    return { stop: faultAt({ file: this.file, line, row: 1 }, message) };
  }
}

/** A JSON object of lists of one length (a table by columns). It has to be whole before its first row is known. */
export class JsonColumnsReader implements RecordReader {
  private readonly parts: string[] = [];
  private length = 0;

  constructor(private readonly file: string) {}

  *take(part: string): Generator<ReadRecord> {
    const { tableLength } = IMPORT_LIMITS;
    const wasWithin = this.length <= tableLength;
    this.length += part.length;
    if (this.length <= tableLength) this.parts.push(part);
    else if (wasWithin) {
      this.parts.length = 0;
      const most = tableLength / 1_000_000;
      const message = `One JSON object may have at most ${most} million characters. Send it as JSON lines or CSV.`;
      yield { stop: this.refused(message) };
    }
  }

  *end(): Generator<ReadRecord> {
    if (this.length > IMPORT_LIMITS.tableLength) return;
    const parsed = parseSourceJson(this.parts.join(''));
    if (!parsed.ok) yield this.refused(parsed.message, parsed.line ?? 1);
    else if (typeof parsed.value !== 'object' || parsed.value === null)
      yield this.refused('It is neither a list of objects nor an object of lists.');
    else yield* this.rowsOf(parsed.value);
  }

  private *rowsOf(table: object): Generator<ReadRecord> {
    const columns = Object.entries(table);
    const lists = columns.filter((column): column is [string, unknown[]] => Array.isArray(column[1]));
    const [first] = lists;
    if (first === undefined) {
      yield { file: this.file, line: 1, row: 1, value: table };
      return;
    }
    const [name, { length: rows }] = first;
    if (lists.length === 1 && first[1].every(isObject)) {
      for (const [index, value] of first[1].entries())
        yield { file: this.file, line: null, row: index + 1, value };
      return;
    }
    const odd = columns.find(([, list]) => !Array.isArray(list) || list.length !== rows);
    const ofObjects = lists.filter(([, list]) => list.length > 0 && list.every(isObject));
    if (odd !== undefined && ofObjects.length > 1) {
      yield this.refused(severalLists(ofObjects.map(([list]) => list)));
      return;
    }
    if (odd !== undefined) {
      yield this.refused(`As an object of lists, "${odd[0]}" must be a list as long as "${name}" (${rows}).`);
      return;
    }
    for (let index = 0; index < rows; index += 1) {
      const value = Object.fromEntries(lists.map(([column, list]) => [column, list[index]]));
      yield { file: this.file, line: null, row: index + 1, value };
    }
  }

  private refused(message: string, line = 1) {
    return faultAt({ file: this.file, line, row: 1 }, message);
  }
}

function isObject(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof SourceNumber)
  );
}
