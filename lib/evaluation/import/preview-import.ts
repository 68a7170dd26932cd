import { importInSteps } from './import-examples';
import {
  type FieldMapping,
  type FileFormat,
  type ImportedExample,
  type ImportFault,
  type ImportPreset,
  type ImportReport,
  placeOf,
  type SourceFile,
  type SourceRecord,
} from './import-types';
import type { LabelWarnings } from './label-warnings';
import { openFile } from './open-file';
import { isFault, isStop } from './record-reader';
import {
  type ProposedMapping,
  type SettledMapping,
  settleMapping,
  type UnsettledRole,
} from './settle-mapping';
import { asText, SourceNumber, sourceJsonText } from './source-json';

/**
 * A look before the import: which format, which fields, which column is which as far as names settle it, and the first
 * record as it came. While a role is unsettled there are no examples to show: a person chooses first.
 */
export interface ImportPreview {
  readonly files: ImportReport['files'];
  readonly fields: readonly { readonly path: string; readonly samples: readonly string[] }[];
  readonly preset: ImportPreset;
  readonly mapping: ProposedMapping;
  /** Roles that the caller has to settle; empty = this mapping can be imported. */
  readonly unsettled: readonly UnsettledRole[];
  /** As JSON, every field as the file has it; null where no record could be read. */
  readonly firstRecord: { readonly where: string; readonly text: string } | null;
  /** The first rows under the mapping, as they would be imported. */
  readonly examples: readonly ImportedExample[];
  /** All examples, for checks over the whole import; never shown. */
  readonly all: readonly ImportedExample[];
  readonly exampleCount: number;
  readonly duplicateCount: number;
  readonly faultCount: number;
  readonly faults: readonly ImportFault[];
  readonly labels: LabelWarnings | null;
}

const SAMPLED_RECORDS = 50;
const FIELDS_MAX = 60;
const SAMPLES_MAX = 3;
const SAMPLE_LENGTH = 200;
const RECORD_LENGTH = 4_000;
const ROWS_SHOWN = 5;
const FAULTS_SHOWN = 20;

export interface PreviewChoice {
  readonly format: FileFormat | 'auto';
  readonly list?: string | undefined;
  readonly preset?: ImportPreset | undefined;
  readonly mapping?: FieldMapping | undefined;
}

/** Stops after each record, like the import itself. */
export function* previewInSteps(
  files: readonly SourceFile[],
  choice: PreviewChoice,
): Generator<void, ImportPreview> {
  const { first, fields, preset, mapping, unsettled } = lookInto(files, choice);
  const about = { fields, preset, mapping, unsettled, firstRecord: shownRecord(first) };
  const { question, expected } = mapping;
  if (unsettled.length > 0 || question === null || expected === null)
    return { ...about, ...(yield* readInSteps(files, choice)) };
  const outcome = yield* importInSteps(files, {
    preset,
    mapping: { ...mapping, question, expected },
    format: choice.format,
    list: choice.list,
    skipBadLines: true,
  });
  return {
    ...about,
    files: outcome.report.files,
    examples: outcome.examples.slice(0, ROWS_SHOWN),
    all: outcome.examples,
    exampleCount: outcome.examples.length,
    duplicateCount: outcome.duplicates.length,
    faultCount: outcome.faults.length,
    faults: outcome.faults.slice(0, FAULTS_SHOWN),
    labels: outcome.report.labels,
  };
}

export interface Look extends SettledMapping {
  readonly first: SourceRecord | undefined;
  readonly fields: ImportPreview['fields'];
  readonly preset: ImportPreset;
}

/** Fields and mapping found in the first records of each file; the caller's own mapping settles every role. */
export function lookInto(files: readonly SourceFile[], choice: PreviewChoice): Look {
  const sampled = files.flatMap((file) => firstRecords(file, choice));
  const values = valuesOf(sampled);
  const fields = [...values].map(([path, texts]) => ({ path, samples: texts.slice(0, SAMPLES_MAX) }));
  const preset = choice.preset ?? suggestPreset(sampled);
  const paths = fields.map(({ path }) => path);
  const settled: SettledMapping =
    choice.mapping === undefined
      ? settleMapping(preset, paths, values)
      : { mapping: choice.mapping, unsettled: [] };
  // Without a single record there is no column to choose: what is wrong with the lines is all that can be said.
  const unsettled = sampled.length === 0 ? [] : settled.unsettled;
  return { first: sampled[0], fields, preset, mapping: settled.mapping, unsettled };
}

/** Counts the records and keeps the lines that cannot be read, whatever they will be mapped to. */
function* readInSteps(files: readonly SourceFile[], choice: PreviewChoice) {
  const faults: ImportFault[] = [];
  const read: { name: string; format: FileFormat; records: number }[] = [];
  for (const file of files) {
    const { format, records } = openFile(file, choice.format, choice.list);
    let count = 0;
    for (const record of records) {
      count += 1;
      if (isStop(record)) faults.push(record.stop);
      else if (isFault(record)) faults.push(record);
      yield;
    }
    read.push({ name: file.name, format, records: count });
  }
  return {
    files: read,
    examples: [],
    all: [],
    exampleCount: 0,
    duplicateCount: 0,
    faultCount: faults.length,
    faults: faults.slice(0, FAULTS_SHOWN),
    labels: null,
  };
}

function shownRecord(record: SourceRecord | undefined): ImportPreview['firstRecord'] {
  if (record === undefined) return null;
  const members = Object.entries(record.value as object).map(
    ([name, value]) => `  ${JSON.stringify(name)}: ${sourceJsonText(value)}`,
  );
  const text = `{\n${members.join(',\n')}\n}`;
  const shown = text.length <= RECORD_LENGTH ? text : `${text.slice(0, RECORD_LENGTH)} … (shortened)`;
  return { where: placeOf(record.file, record.line, record.row), text: shown };
}

function firstRecords(file: SourceFile, { format, list }: PreviewChoice): SourceRecord[] {
  const first: SourceRecord[] = [];
  for (const record of openFile(file, format, list).records) {
    if ('value' in record) first.push(record);
    if (first.length >= SAMPLED_RECORDS) break;
  }
  return first;
}

/** The published files by their shape: a prompt under "context" and the answer under "target". */
function suggestPreset(records: readonly SourceRecord[]): ImportPreset {
  const prompts = records.map(({ value }) =>
    typeof value === 'object' && value !== null && 'context' in value ? asText(value.context) : undefined,
  );
  const share = (test: RegExp) =>
    prompts.filter((prompt) => prompt !== undefined && test.test(prompt)).length / prompts.length;
  if (prompts.length === 0) return 'generic';
  if (share(/^Use formula .+ Question: /s) > 0.5) return 'formula';
  return share(/US GAAP tag/i) > 0.5 ? 'finer' : 'generic';
}

function valuesOf(records: readonly SourceRecord[]): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const { value } of records) {
    for (const [path, text] of leaves(value, '', 0)) {
      const seen = values.get(path) ?? [];
      if (values.size >= FIELDS_MAX && !values.has(path)) continue;
      seen.push(text.slice(0, SAMPLE_LENGTH));
      values.set(path, seen);
    }
  }
  return values;
}

/** Places with a text, two objects deep; lists are shown whole, and their elements can still be mapped by hand. */
function leaves(value: unknown, path: string, depth: number): [string, string][] {
  const isBranch =
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof SourceNumber);
  if (isBranch && depth < 3)
    return Object.entries(value).flatMap(([name, member]) => leaves(member, joined(path, name), depth + 1));
  const text = asText(value);
  return text === undefined || path === '' ? [] : [[path, text]];
}

function joined(path: string, name: string): string {
  if (!/^[^.[\]"]+$/.test(name) || name !== name.trim()) return `${path}[${JSON.stringify(name)}]`;
  return path === '' ? name : `${path}.${name}`;
}
