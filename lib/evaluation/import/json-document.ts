import { faultAt, IMPORT_LIMITS, type ReadRecord } from './import-types';
import { ElementScanner, type JsonElement } from './json-elements';
import { readObject, tooLong } from './json-lines';
import type { RecordReader } from './record-reader';
import { parseSourceJson } from './source-json';

/** A JSON list of objects, read one by one. */
export class JsonListReader implements RecordReader {
  private readonly scanner = new ElementScanner();
  private row = 0;

  constructor(private readonly file: string) {}

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
    const odd = columns.find(([, list]) => !Array.isArray(list) || list.length !== rows);
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
