import type {
  CurveMapping,
  ImportedPoint,
  ImportedRun,
  ImportedSource,
  LeftOut,
} from '@/lib/domain/imported-run';
import type { ImportFault } from '../import/import-types';
import { readAceRun } from './ace-run';
import { readCsvCurve } from './csv-curve';
import { detectSource, KNOWN_SOURCES } from './detect-source';
import { Findings, type ReadRun, type RunChoices, type RunFile } from './findings';
import { readGepaRun } from './gepa-run';
import { readMlflowRun } from './mlflow-run';

/**
 * Texts of a run that happened elsewhere into one shape, with every fault by place and all that was left out. It knows
 * neither uploads nor databases, and never throws for what a file holds.
 */
export interface ImportRunOptions extends RunChoices {
  readonly source: ImportedSource | 'auto';
  /** Files that were not even opened, with the reason. */
  readonly unread?: readonly LeftOut[];
}

export interface ImportedRunOutcome {
  /** Null where none of the known sources was recognised. */
  readonly source: ImportedSource | null;
  /** Null where neither a point nor a prompt was found. */
  readonly run: ImportedRun | null;
  readonly names: readonly string[];
  readonly mapping: CurveMapping | null;
  readonly faults: readonly ImportFault[];
  readonly leftOut: readonly LeftOut[];
  /** Fields of which the source says nothing, for any of its points. */
  readonly unknown: readonly string[];
}

export function importRun(files: readonly RunFile[], options: ImportRunOptions): ImportedRunOutcome {
  const findings = new Findings();
  for (const { what, why } of options.unread ?? []) findings.leaveOut(what, why);
  const detected = options.source === 'auto' ? detectSource(files) : { source: options.source };
  if (detected.source === null) return unrecognised(detected.saw, findings);
  const { source } = detected;
  const { run: whole, names, mapping } = READERS[source](files, options, findings);
  const run = withinLength(whole, findings);
  const isEmpty = run.points.length === 0 && run.finalPrompt === null;
  if (isEmpty && findings.faults.length === 0)
    findings.fault(
      files[0]?.name ?? 'the files',
      null,
      'There is neither a score nor a prompt in what was given.',
    );
  return storable({
    source,
    run: isEmpty ? null : { ...run, points: inOrder(run.points), notes: [...findings.notes, ...run.notes] },
    names: names.slice(0, NAMES_MAX),
    mapping,
    faults: findings.faults,
    leftOut: findings.leftOut(),
    unknown: unknownOf(run),
  });
}

/** Each file with what was met in it; the reader of a source that was not recognised would only guess. */
function unrecognised(
  saw: readonly { readonly file: string; readonly sentence: string }[],
  findings: Findings,
): ImportedRunOutcome {
  for (const { file, sentence } of saw)
    findings.fault(file, null, `It is no run that Waggle recognises. ${sentence} ${KNOWN_SOURCES}`);
  if (saw.length === 0) findings.fault('the files', null, `There is nothing to read. ${KNOWN_SOURCES}`);
  const { faults } = findings;
  const nothing = { source: null, run: null, names: [], mapping: null, unknown: [] };
  return storable({ ...nothing, faults, leftOut: findings.leftOut() });
}

const READERS: Readonly<
  Record<ImportedSource, (files: readonly RunFile[], choices: RunChoices, findings: Findings) => ReadRun>
> = { gepa: readGepaRun, ace: readAceRun, mlflow: readMlflowRun, csv: readCsvCurve };

const NAMES_MAX = 500;
/** As long as the text that may seed an experiment. */
const PROMPT_LENGTH_MAX = 2_000_000;

function withinLength(run: ImportedRun, findings: Findings): ImportedRun {
  const fitting = (what: string, text: string | null) => {
    if (text === null || text.length <= PROMPT_LENGTH_MAX) return text;
    findings.leaveOut(what, `It has more than ${PROMPT_LENGTH_MAX} characters, which no experiment takes.`);
    return null;
  };
  return {
    ...run,
    finalPrompt: fitting('the last prompt', run.finalPrompt),
    seedPrompt: fitting('the original prompt', run.seedPrompt),
  };
}

/** Stable, so that two measurements at one place keep the order of their file. */
function inOrder(points: readonly ImportedPoint[]): ImportedPoint[] {
  return [...points].sort((a, b) => a.seen - b.seen);
}

const FIELD_WORDS: readonly (readonly [keyof ImportedPoint, string])[] = [
  ['lower', 'intervals'],
  ['n', 'examples behind a score'],
  ['seconds', 'time'],
  ['usd', 'dollars'],
];

function unknownOf(run: ImportedRun): string[] {
  const fields = FIELD_WORDS.filter(([field]) => run.points.every((point) => point[field] === null));
  return [
    ...fields.map(([, word]) => word),
    ...(run.seenUnit === 'steps' ? ['rollouts'] : []),
    ...(run.scoredOn === 'unknown' ? ['which examples were scored'] : []),
    ...(run.finalPrompt === null ? ['last prompt'] : []),
    ...(run.seedPrompt === null ? ['original prompt'] : []),
  ];
}

/** No store takes NUL or half of a surrogate pair, and a file may hold either anywhere. */
function storable<T>(value: T): T {
  if (typeof value === 'string') return value.replace(/\0|\p{Surrogate}/gu, '\ufffd') as T;
  if (Array.isArray(value)) return value.map(storable) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, storable(member)])) as T;
}
