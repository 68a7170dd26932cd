import { canonicalHash } from '@/lib/domain/content-hash';
import type { Example } from '@/lib/domain/example';
import { formulaName, parseFinerPrompt, parseFormulaPrompt } from '@/lib/evaluation/scorers/parse-finance';
import { parsePath, valueAt } from './field-path';
import {
  type FieldSource,
  IMPORT_LIMITS,
  type ImportedExample,
  type ImportOptions,
  type SourceRecord,
} from './import-types';
import { asText } from './source-json';

/** One record into one example, or the sentence that says why not. */
export type MappedRecord =
  | { readonly ok: true; readonly example: ImportedExample }
  | { readonly ok: false; readonly message: string };

/** Two examples are the same iff it is equal: sha256 of question, context and expected, and of the environment if any. */
export function exampleContentHash({
  question,
  context,
  expected,
  environment,
}: Pick<Example, 'question' | 'context' | 'expected' | 'environment'>): string {
  return canonicalHash([question, context, expected, ...(environment ? [environment] : [])]);
}

/** Enough of the hash to name an example: 80 bits. */
const ID_DIGITS = 20;

export function mapRecord(
  record: SourceRecord,
  options: Pick<ImportOptions, 'preset' | 'mapping'>,
): MappedRecord {
  try {
    return { ok: true, example: mapped(record, options) };
  } catch (error) {
    // The only throw in here is ours, and it becomes data with its place in the file.
    if (error instanceof BadRecord) return { ok: false, message: error.message };
    throw error;
  }
}

class BadRecord extends Error {}

function mapped(
  record: SourceRecord,
  { preset, mapping }: Pick<ImportOptions, 'preset' | 'mapping'>,
): ImportedExample {
  const required = (name: string, source: FieldSource) => textOf(record.value, name, source);
  const optional = (name: string, source: FieldSource | null) =>
    source === null ? null : textOf(record.value, name, source, '');
  const prompt = required('question', mapping.question);
  const { question, context } = parsed(preset, prompt);
  const content = {
    question: stored('question', question),
    context: stored('context', optional('context', mapping.context) ?? context),
    expected: stored('expected', required('expected', mapping.expected)),
  };
  if (content.question.trim() === '') throw new BadRecord('The question is empty.');
  const contentHash = exampleContentHash(content);
  const groupKey = optional('group', mapping.groupKey) ?? (preset === 'formula' ? formulaName(prompt) : null);
  return {
    ...content,
    contentHash,
    id: mapping.id === null ? contentHash.slice(0, ID_DIGITS) : idOf(required('id', mapping.id)),
    groupKey: groupKey === null || groupKey === '' ? null : stored('group', groupKey),
    sourceSplit: stored('split', optional('split', mapping.sourceSplit) ?? record.file).trim(),
  };
}

function parsed(preset: ImportOptions['preset'], prompt: string): { question: string; context: string } {
  if (preset === 'generic') return { question: prompt, context: '' };
  const result = preset === 'formula' ? parseFormulaPrompt(prompt) : parseFinerPrompt(prompt);
  if (!result.ok) throw new BadRecord(result.message);
  return result;
}

function textOf(value: unknown, name: string, source: FieldSource, missing?: string): string {
  if ('constant' in source) return source.constant;
  if ('path' in source) return textAt(value, name, source.path, missing);
  return source.template.replace(/\{\{([^{}]*)\}\}/g, (_, path: string) =>
    textAt(value, name, path.trim(), missing),
  );
}

function textAt(value: unknown, name: string, path: string, missing?: string): string {
  const steps = parsePath(path);
  if (!steps.ok) throw new BadRecord(`The mapping of the ${name} cannot be used: ${steps.message}`);
  const text = asText(valueAt(value, steps.steps)) ?? missing;
  if (text === undefined)
    throw new BadRecord(`There is no field "${path}", which the ${name} is taken from.`);
  return text;
}

/** @throws BadRecord for a character that the database cannot store. */
function stored(name: string, text: string): string {
  if (text.includes('\u0000'))
    throw new BadRecord(`The ${name} holds a NUL character, which cannot be stored.`);
  if (/\p{Surrogate}/u.test(text))
    throw new BadRecord(`The ${name} holds half a character (a lone surrogate).`);
  return text;
}

function idOf(text: string): string {
  const id = text.trim();
  if (id === '') throw new BadRecord('The id is empty.');
  if (id.length > IMPORT_LIMITS.idLength)
    throw new BadRecord(`The id has more than ${IMPORT_LIMITS.idLength} characters.`);
  if (/\p{Cc}/u.test(id)) throw new BadRecord('The id holds control characters.');
  return stored('id', id);
}
