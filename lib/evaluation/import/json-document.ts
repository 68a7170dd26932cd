import { faultAt, IMPORT_LIMITS, type ReadRecord, type SourceFile } from './import-types';
import { jsonElements } from './json-elements';
import { readObject } from './json-lines';
import { parseSourceJson } from './source-json';

/** One JSON document: a list of objects, read one by one, or an object of lists of one length (a table by columns). */
export function* readJsonDocument(file: SourceFile): Generator<ReadRecord> {
  if (file.text.trimStart().startsWith('[')) yield* readList(file);
  else yield* readColumns(file);
}

function* readList(file: SourceFile): Generator<ReadRecord> {
  let row = 0;
  for (const element of jsonElements(file.text)) {
    row += 1;
    const place = { file: file.name, line: element.line, row };
    if ('message' in element) yield faultAt(place, element.message);
    else yield readObject(file.text.slice(element.start, element.end), place);
  }
}

function* readColumns(file: SourceFile): Generator<ReadRecord> {
  const refused = (message: string, line = 1) => faultAt({ file: file.name, line, row: 1 }, message);
  if (file.text.length > IMPORT_LIMITS.tableLength) {
    const limit = IMPORT_LIMITS.tableLength / 1_000_000;
    yield refused(
      `One JSON object may have at most ${limit} million characters. Send it as JSON lines or CSV.`,
    );
    return;
  }
  const parsed = parseSourceJson(file.text);
  if (!parsed.ok) yield refused(parsed.message, parsed.line ?? 1);
  else if (typeof parsed.value !== 'object' || parsed.value === null)
    yield refused('It is neither a list of objects nor an object of lists.');
  else yield* rowsOf(file, parsed.value, refused);
}

function* rowsOf(
  file: SourceFile,
  table: object,
  refused: (message: string) => ReadRecord,
): Generator<ReadRecord> {
  const columns = Object.entries(table);
  const lists = columns.filter((column): column is [string, unknown[]] => Array.isArray(column[1]));
  const [first] = lists;
  if (first === undefined) {
    yield { file: file.name, line: 1, row: 1, value: table };
    return;
  }
  const [name, { length: rows }] = first;
  const odd = columns.find(([, list]) => !Array.isArray(list) || list.length !== rows);
  if (odd !== undefined) {
    yield refused(`As an object of lists, "${odd[0]}" must be a list as long as "${name}" (${rows}).`);
    return;
  }
  for (let index = 0; index < rows; index += 1) {
    const value = Object.fromEntries(lists.map(([column, list]) => [column, list[index]]));
    yield { file: file.name, line: null, row: index + 1, value };
  }
}
