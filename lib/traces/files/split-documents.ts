import { isList } from '@/lib/dialects/read-json';
import type { JsonValue } from '@/lib/domain/json';
import { isTooDeep } from '../nesting';

/** A JSON value of a file, with its place: "line 3", "entry 2", or empty for the whole. */
export interface PlacedDocument {
  readonly document: JsonValue;
  readonly place: string;
}

export interface SplitFile {
  readonly documents: readonly PlacedDocument[];
  /** A sentence for each line that is not JSON. */
  readonly problems: readonly string[];
}

/** The JSON values of a file: one document, or one a line. A file with a damaged line is read without that line. */
export function splitDocuments(text: string): SplitFile {
  const whole = parsed(text);
  if ('value' in whole) return { documents: [{ document: whole.value, place: '' }], problems: [] };
  const documents: PlacedDocument[] = [];
  const problems: string[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const read = parsed(line);
    if ('value' in read) documents.push({ document: read.value, place: `line ${index + 1}` });
    else problems.push(`Line ${index + 1} is not JSON (${read.fault}) and was left out.`);
  }
  const isLines = documents.some(({ document }) => typeof document === 'object' && document !== null);
  return isLines
    ? { documents, problems }
    : { documents: [], problems: [`The file is not JSON: ${whole.fault}.`] };
}

function parsed(text: string): { readonly value: JsonValue } | { readonly fault: string } {
  try {
    const value: JsonValue = JSON.parse(text.replace(/^\uFEFF/, ''));
    return isTooDeep(value) ? { fault: 'it is nested too deeply' } : { value };
  } catch (error) {
    if (error instanceof SyntaxError) return { fault: error.message };
    throw error;
  }
}

/** The entries of a list, each with its place. */
export function entriesOf({ document, place }: PlacedDocument): PlacedDocument[] {
  if (!isList(document)) return [{ document, place }];
  const within = place === '' ? '' : `${place}, `;
  return document.map((entry, index) => ({ document: entry, place: `${within}entry ${index + 1}` }));
}
