import { faultAt, IMPORT_LIMITS, type ReadRecord, type SourceFile } from './import-types';
import { parseSourceJson } from './source-json';

/** One JSON object a line. Blank lines are nothing; every other line is a record or a fault with its number. */
export function* readJsonLines(file: SourceFile): Generator<ReadRecord> {
  let row = 0;
  let line = 0;
  for (let start = 0; start <= file.text.length; ) {
    const end = file.text.indexOf('\n', start);
    const stop = end < 0 ? file.text.length : end;
    const text = file.text.slice(start, stop).trim();
    start = stop + 1;
    line += 1;
    if (text === '') continue;
    row += 1;
    yield readObject(text, { file: file.name, line, row });
  }
}

/** The object in a text, or what is wrong with it. */
export function readObject(
  text: string,
  place: Pick<ReadRecord, 'file' | 'line'> & { row: number },
): ReadRecord {
  if (text.length > IMPORT_LIMITS.recordLength)
    return faultAt(
      place,
      `It has ${text.length} characters; a record has at most ${IMPORT_LIMITS.recordLength}.`,
    );
  const parsed = parseSourceJson(text);
  if (!parsed.ok) return faultAt(place, parsed.message);
  if (typeof parsed.value === 'object' && parsed.value !== null && !Array.isArray(parsed.value))
    return { ...place, value: parsed.value };
  return faultAt(
    place,
    'It is no JSON object; every record must be one, like {"question": "...", "answer": "..."}.',
  );
}
