import type { ImportedSource } from '@/lib/domain/imported-run';
import { Findings, type RunFile } from './findings';
import { isRecord, readLooseJson } from './loose-json';
import { metricEntries } from './mlflow-metrics';

/**
 * Which of the known sources some files are of, by what only that source has: names of files that are its convention, or
 * its own shape inside. Where nothing speaks for one, none is taken: any JSON with a list in it could be read as metrics.
 */
export type DetectedSource =
  | { readonly source: ImportedSource }
  /** Contents found instead, one sentence per file. */
  | { readonly source: null; readonly saw: readonly { readonly file: string; readonly sentence: string }[] };

export const KNOWN_SOURCES =
  'Known are a GEPA run (candidates with val_aggregate_scores, or its directory), an ACE playbook with its results, MLflow metrics (its metrics folder, or JSON of values with key, step or timestamp), and a curve as CSV or TSV.';

export function detectSource(files: readonly RunFile[]): DetectedSource {
  const byName = sourceByName(files);
  if (byName !== null) return { source: byName };
  const seen = files.map((file) => ({ file: file.name, ...lookInside(file) }));
  const [found] = seen.flatMap(({ source }) => (source === null ? [] : [source]));
  if (found !== undefined) return { source: found };
  return { source: null, saw: seen.map(({ file, saw }) => ({ file, sentence: saw })) };
}

function sourceByName(files: readonly RunFile[]): ImportedSource | null {
  const named = (pattern: RegExp) => files.some((file) => pattern.test(file.name));
  if (named(/(?:^|\/)metrics\/|(?:^|\/)meta\.yaml$/)) return 'mlflow';
  if (named(/(?:^|\/)(?:candidates|run_log|gepa_state)\.json$|(?:^|\/)iterations\/[^/]+\/meta\.json$/))
    return 'gepa';
  if (named(/playbook\.\w+$|(?:^|\/)(?:train_results|final_results|run_config)\.json$/)) return 'ace';
  return null;
}

interface Inside {
  readonly source: ImportedSource | null;
  readonly saw: string;
}

function lookInside(file: RunFile): Inside {
  if (/^\ufeff?\s*[[{]/.test(file.text)) return insideJson(file);
  const known = (source: ImportedSource): Inside => ({ source, saw: '' });
  if (/helpful=\d+ harmful=\d+ ::/.test(file.text)) return known('ace');
  if (/^\s*\d{9,}\s+\S+/.test(file.text)) return known('mlflow');
  const [header = ''] = file.text.trimStart().split(/\r?\n/, 1);
  if (/\.(?:csv|tsv|tab)$/i.test(file.name) || /[,;\t]/.test(header)) return known('csv');
  if (file.text.trim() === '') return { source: null, saw: 'It is empty.' };
  return { source: null, saw: `It is text that begins with "${header.slice(0, SHOWN_LENGTH)}".` };
}

function insideJson(file: RunFile): Inside {
  const json = readLooseJson(file, new Findings());
  if (!json.ok) return { source: null, saw: 'It is broken JSON.' };
  if (isGepa(json.value)) return { source: 'gepa', saw: '' };
  if (isMetrics(json.value)) return { source: 'mlflow', saw: '' };
  return { source: null, saw: shapeOf(json.value) };
}

/** A saved result: its candidates with the scores of each. */
function isGepa(value: unknown): boolean {
  return isRecord(value) && Array.isArray(value.candidates) && Array.isArray(value.val_aggregate_scores);
}

/** Values that say when they were logged, as no other list of numbers does, or metrics in the place where MLflow has them. */
function isMetrics(value: unknown): boolean {
  const inPlace = isRecord(value) && (isRecord(value.data) || isRecord(value.run));
  return metricEntries(value).some(
    ({ entry }) =>
      isRecord(entry) && 'value' in entry && (inPlace || 'step' in entry || 'timestamp' in entry),
  );
}

const KEYS_SHOWN = 8;
const SHOWN_LENGTH = 40;

function shapeOf(value: unknown): string {
  if (Array.isArray(value)) {
    const [first] = value;
    return `It is a JSON list of ${value.length}${isRecord(first) ? `, the first with ${keysOf(first)}` : ''}.`;
  }
  return isRecord(value) ? `It is a JSON object with ${keysOf(value)}.` : 'It is JSON without an object.';
}

function keysOf(record: Readonly<Record<string, unknown>>): string {
  const keys = Object.keys(record);
  if (keys.length === 0) return 'no keys';
  const shown = keys.slice(0, KEYS_SHOWN).map((key) => `"${key.slice(0, SHOWN_LENGTH)}"`);
  const more = keys.length - shown.length;
  return `the keys ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
