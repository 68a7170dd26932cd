import { importInSteps, withoutStops } from './import-examples';
import type {
  FieldMapping,
  FieldSource,
  FileFormat,
  ImportedExample,
  ImportFault,
  ImportPreset,
  SourceFile,
  SourceRecord,
} from './import-types';
import { openFile } from './open-file';
import { asText, SourceNumber } from './source-json';

/**
 * A look before the import: which format, which fields, and a mapping that probably fits. It only suggests; nothing
 * is decided by what a field happens to be called.
 */
export interface ImportPreview {
  readonly files: readonly { readonly name: string; readonly format: FileFormat; readonly records: number }[];
  readonly fields: readonly { readonly path: string; readonly samples: readonly string[] }[];
  readonly preset: ImportPreset;
  readonly mapping: FieldMapping;
  /** The first rows under the mapping, as they would be imported. */
  readonly examples: readonly ImportedExample[];
  /** All of them, for whoever has to look through them; never shown. */
  readonly all: readonly ImportedExample[];
  readonly exampleCount: number;
  readonly duplicateCount: number;
  readonly faultCount: number;
  readonly faults: readonly ImportFault[];
}

const SAMPLED_RECORDS = 50;
const FIELDS_MAX = 60;
const SAMPLES_MAX = 3;
const SAMPLE_LENGTH = 200;
const ROWS_SHOWN = 5;
const FAULTS_SHOWN = 20;

export interface PreviewChoice {
  readonly format: FileFormat | 'auto';
  readonly preset?: ImportPreset | undefined;
  readonly mapping?: FieldMapping | undefined;
}

export function previewImport(files: readonly SourceFile[], choice: PreviewChoice): ImportPreview {
  return withoutStops(previewInSteps(files, choice));
}

/** Stops after each record, like the import itself. */
export function* previewInSteps(
  files: readonly SourceFile[],
  choice: PreviewChoice,
): Generator<void, ImportPreview> {
  const sampled = files.flatMap((file) => firstRecords(file, choice.format));
  const fields = fieldsOf(sampled);
  const preset = choice.preset ?? suggestPreset(sampled);
  const mapping =
    choice.mapping ??
    suggestMapping(
      preset,
      fields.map(({ path }) => path),
    );
  const outcome = yield* importInSteps(files, {
    preset,
    mapping,
    format: choice.format,
    skipBadLines: true,
  });
  return {
    files: outcome.report.files,
    fields,
    preset,
    mapping,
    examples: outcome.examples.slice(0, ROWS_SHOWN),
    all: outcome.examples,
    exampleCount: outcome.examples.length,
    duplicateCount: outcome.duplicates.length,
    faultCount: outcome.faults.length,
    faults: outcome.faults.slice(0, FAULTS_SHOWN),
  };
}

function firstRecords(file: SourceFile, format: FileFormat | 'auto'): SourceRecord[] {
  const first: SourceRecord[] = [];
  for (const record of openFile(file, format).records) {
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

const QUESTION_NAMES = ['question', 'prompt', 'input', 'problem', 'instruction', 'text', 'query', 'context'];
const EXPECTED_NAMES = [
  'expected',
  'answer',
  'target',
  'output',
  'label',
  'completion',
  'solution',
  'final_answer',
];

function suggestMapping(preset: ImportPreset, paths: readonly string[]): FieldMapping {
  const named = (names: readonly string[]): FieldSource | null => {
    const path = names
      .map((name) => paths.find((one) => one.toLowerCase() === name))
      .find((one) => one !== undefined);
    return path === undefined ? null : { path };
  };
  const base = { id: named(['id', 'uid', 'example_id']), groupKey: null, sourceSplit: named(['split']) };
  if (preset !== 'generic')
    return { ...base, question: { path: 'context' }, context: null, expected: { path: 'target' } };
  const question = named(QUESTION_NAMES) ?? { path: paths[0] ?? 'question' };
  const rest = paths.filter((path) => !('path' in question) || path !== question.path);
  const context = named(['context', 'passage', 'document']);
  return {
    ...base,
    question,
    context: context !== null && 'path' in context && rest.includes(context.path) ? context : null,
    expected: named(EXPECTED_NAMES) ?? { path: rest.at(-1) ?? 'answer' },
  };
}

function fieldsOf(records: readonly SourceRecord[]): { path: string; samples: string[] }[] {
  const samples = new Map<string, string[]>();
  for (const { value } of records) {
    for (const [path, text] of leaves(value, '', 0)) {
      const seen = samples.get(path) ?? [];
      if (samples.size >= FIELDS_MAX && !samples.has(path)) continue;
      if (seen.length < SAMPLES_MAX) samples.set(path, [...seen, text.slice(0, SAMPLE_LENGTH)]);
    }
  }
  return [...samples].map(([path, seen]) => ({ path, samples: seen }));
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
