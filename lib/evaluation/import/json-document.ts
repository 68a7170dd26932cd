import { faultAt, IMPORT_LIMITS, type ImportFault, type SourceFile, type SourceRecord } from './import-types';
import { parseSourceJson } from './source-json';

/** One JSON document: a list of objects, or an object of lists of one length (a table by columns). */
interface Parsed {
  readonly records: SourceRecord[];
  readonly faults: ImportFault[];
}

export function parseJsonDocument(file: SourceFile): Parsed {
  const parsed = parseSourceJson(file.text);
  if (!parsed.ok) return refused(file, parsed.line ?? 1, parsed.message);
  const { value } = parsed;
  if (Array.isArray(value)) return fromList(file, value);
  if (typeof value === 'object' && value !== null) return fromColumns(file, value);
  return refused(file, 1, 'It is neither a list of objects nor an object of lists.');
}

function fromList(file: SourceFile, elements: readonly unknown[]): Parsed {
  const starts = elementStarts(file.text);
  const records: SourceRecord[] = [];
  const faults: ImportFault[] = [];
  for (const [index, value] of elements.entries()) {
    const start = starts[index];
    const place = { file: file.name, line: start?.line ?? null, row: index + 1 };
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      faults.push(faultAt(place, 'It is no JSON object; every element of the list must be one.'));
    else if ((start?.length ?? 0) > IMPORT_LIMITS.recordLength)
      faults.push(faultAt(place, `It has more than ${IMPORT_LIMITS.recordLength} characters.`));
    else records.push({ ...place, value });
  }
  return { records, faults };
}

function fromColumns(file: SourceFile, table: object): Parsed {
  const columns = Object.entries(table);
  const lists = columns.filter((column): column is [string, unknown[]] => Array.isArray(column[1]));
  if (lists.length === 0)
    return { records: [{ file: file.name, line: 1, row: 1, value: table }], faults: [] };
  const rows = lists[0]?.[1].length ?? 0;
  const odd = columns.find(([, list]) => !Array.isArray(list) || list.length !== rows);
  if (odd !== undefined) {
    const [first] = lists[0] ?? [''];
    return refused(
      file,
      1,
      `As an object of lists, "${odd[0]}" must be a list as long as "${first}" (${rows}).`,
    );
  }
  const records = Array.from({ length: rows }, (_, index) => {
    const value = Object.fromEntries(lists.map(([name, list]) => [name, list[index]]));
    return { file: file.name, line: null, row: index + 1, value };
  });
  return { records, faults: [] };
}

function refused(file: SourceFile, line: number, message: string): Parsed {
  return { records: [], faults: [faultAt({ file: file.name, line, row: 1 }, message)] };
}

/** Line and length of every element of a top-level list, in text that is known to be JSON. One pass. */
function elementStarts(text: string): { readonly line: number; readonly length: number }[] {
  const starts: { line: number; length: number }[] = [];
  const token = /"(?:[^"\\]|\\.)*"|[[\]{},\n]|[^\s[\]{},"]+/g;
  let line = 1;
  let depth = 0;
  let open: { line: number; at: number } | undefined;
  for (const match of text.matchAll(token)) {
    const [piece] = match;
    if (piece === '\n') {
      line += 1;
      continue;
    }
    const isEnd = depth === 1 && (piece === ',' || piece === ']');
    if (isEnd && open !== undefined) {
      starts.push({ line: open.line, length: match.index - open.at });
      open = undefined;
    } else if (depth === 1 && open === undefined && piece !== ',') open = { line, at: match.index };
    if (piece === '[' || piece === '{') depth += 1;
    if (piece === ']' || piece === '}') depth -= 1;
  }
  return starts;
}
