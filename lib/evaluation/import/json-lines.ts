import { faultAt, IMPORT_LIMITS, type ImportFault, type SourceFile, type SourceRecord } from './import-types';
import { parseSourceJson } from './source-json';

/** One JSON object a line. Blank lines are nothing; every other line is a record or a fault with its number. */
export function parseJsonLines(file: SourceFile): { records: SourceRecord[]; faults: ImportFault[] } {
  const records: SourceRecord[] = [];
  const faults: ImportFault[] = [];
  for (const [index, raw] of file.text.split('\n').entries()) {
    const text = raw.trim();
    if (text === '') continue;
    const place = { file: file.name, line: index + 1, row: records.length + faults.length + 1 };
    const fault = faultOf(text);
    if (typeof fault === 'string') faults.push(faultAt(place, fault));
    else records.push({ ...place, value: fault.value });
  }
  return { records, faults };
}

function faultOf(text: string): string | { readonly value: unknown } {
  if (text.length > IMPORT_LIMITS.recordLength)
    return `The line has ${text.length} characters; at most ${IMPORT_LIMITS.recordLength} are taken.`;
  const parsed = parseSourceJson(text);
  if (!parsed.ok) return parsed.message;
  if (typeof parsed.value !== 'object' || parsed.value === null || Array.isArray(parsed.value))
    return 'It is no JSON object; every line must be one, like {"question": "...", "answer": "..."}.';
  return { value: parsed.value };
}
