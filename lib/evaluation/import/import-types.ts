/**
 * Input and output types of the importer. It works on texts that its caller has read and
 * unpacked, and knows neither files nor databases.
 */
import type { Example } from '@/lib/domain/example';
import type { LabelWarnings } from './label-warnings';

export interface SourceFile {
  readonly name: string;
  readonly text: string;
  /** The beginning of a longer file: its last record may be cut off. */
  readonly isHead?: boolean;
}

export type FileFormat = 'jsonLines' | 'json' | 'csv' | 'tsv';

/** Where a field's text comes from: a place in the record, a fixed text, or several places in a text. */
export type FieldSource =
  | { readonly path: string }
  | { readonly constant: string }
  /** `{{a.b}}` is replaced by the text at that path. */
  | { readonly template: string };

export interface FieldMapping {
  /** The source's own id; null = the content hash names the example. */
  readonly id: FieldSource | null;
  readonly question: FieldSource;
  readonly context: FieldSource | null;
  readonly expected: FieldSource;
  readonly groupKey: FieldSource | null;
  /** A column whose value a split rule can name; null = the file's name. */
  readonly sourceSplit: FieldSource | null;
}

/** `formula` and `finer` take the mapped question as the whole published prompt and cut the question out of it. */
export type ImportPreset = 'formula' | 'finer' | 'generic';

export interface ImportOptions {
  readonly preset: ImportPreset;
  readonly format: FileFormat | 'auto';
  readonly mapping: FieldMapping;
  /** Name of the list to read, for a JSON object with several lists of objects. */
  readonly list?: string | undefined;
  /** Leave bad lines out and report them, instead of refusing the import. */
  readonly skipBadLines: boolean;
}

/** A record as it stood in its file. Numbers in `value` are SourceNumber, so that "15.0" stays "15.0". */
export interface SourceRecord {
  readonly file: string;
  /** 1-based line on which it begins; null where the format has none (an object of arrays). */
  readonly line: number | null;
  /** 1-based position in its file. */
  readonly row: number;
  readonly value: unknown;
}

export interface ImportFault {
  readonly file: string;
  readonly line: number | null;
  /** `file:line`, or `file, record n`. */
  readonly where: string;
  /** The fault, as a sentence. */
  readonly message: string;
}

/** A fault after which the rest of a file is unknown: no bad line that an import could skip. */
export interface FileStop {
  readonly stop: ImportFault;
}

/** One result of reading a file. */
export type ReadRecord = SourceRecord | ImportFault | FileStop;

export interface Duplicate {
  readonly where: string;
  readonly firstWhere: string;
}

/** Record of an import that the data set keeps. */
export interface ImportReport {
  readonly preset: ImportPreset;
  readonly mapping: FieldMapping;
  readonly files: readonly { readonly name: string; readonly format: FileFormat; readonly records: number }[];
  readonly examples: number;
  /** Records that say the same as an earlier one and were left out; the first hundred by place. */
  readonly duplicateCount: number;
  readonly duplicates: readonly Duplicate[];
  readonly faultCount: number;
  readonly faults: readonly ImportFault[];
  readonly labels: LabelWarnings;
}

export interface ImportedExample extends Example {
  /** The file or column value that a split rule can name. */
  readonly sourceSplit: string;
}

export interface ImportOutcome {
  /** False when there are faults and they are not to be skipped, or nothing is left: then nothing is imported. */
  readonly accepted: boolean;
  readonly examples: readonly ImportedExample[];
  readonly faults: readonly ImportFault[];
  readonly duplicates: readonly Duplicate[];
  readonly report: ImportReport;
}

/** Generous for data sets of prompts, small enough for one request to stay in memory. */
export const IMPORT_LIMITS = {
  /** Characters of one record. */
  recordLength: 1_000_000,
  records: 200_000,
  /** Characters of an object of lists, which has to be parsed as a whole. */
  tableLength: 8_000_000,
  columns: 1000,
  /** After so many rows that no CSV reader understands, the file is taken for something else. */
  unreadableRows: 1000,
  idLength: 200,
  /** Kept and shown; the count goes on. */
  faultsKept: 100,
  duplicatesKept: 100,
} as const;

const MESSAGE_LENGTH_MAX = 500;

export function placeOf(file: string, line: number | null, row: number): string {
  return line === null ? `${file}, record ${row}` : `${file}:${line}`;
}

export function faultAt(
  place: { readonly file: string; readonly line: number | null; readonly row: number },
  message: string,
): ImportFault {
  // A message may quote the file, and a report is stored: what cannot be shown must not stay in it.
  const shown = message.replace(/[\p{Cc}\p{Cs}]/gu, '\ufffd').slice(0, MESSAGE_LENGTH_MAX);
  const where = placeOf(place.file, place.line, place.row);
  return { file: place.file, line: place.line, where, message: shown };
}
