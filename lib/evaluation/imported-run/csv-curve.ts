import type { CurveMapping, ImportedPoint } from '@/lib/domain/imported-run';
import { openFile } from '../import/open-file';
import { isFault, isStop } from '../import/record-reader';
import { type Findings, POINTS_MAX, type ReadRun, type RunChoices, type RunFile } from './findings';
import { readPoint } from './read-point';
import { suggestMapping } from './suggest-mapping';

/**
 * A curve as a table: a row a measurement, columns mapped by the person. Without a column for what had been seen, the
 * rows' order is the axis, and says so.
 */
export function readCsvCurve(files: readonly RunFile[], choices: RunChoices, findings: Findings): ReadRun {
  const [file, ...others] = files;
  for (const other of others)
    findings.leaveOut(other.name, 'A curve is one table; import the others as runs of their own.');
  const rows = file === undefined ? [] : rowsOf(file, findings);
  const names = [...new Set(rows.flatMap(({ value }) => Object.keys(value)))];
  const mapping = choices.mapping ?? suggestMapping(names);
  const missing = Object.values(mapping).filter((name) => name !== null && !names.includes(name));
  if (file !== undefined && names.length > 0) {
    for (const name of missing) findings.fault(file.name, 1, `There is no column "${name}"; map another.`);
    if (mapping.score === null) findings.fault(file.name, 1, 'Say which column holds the score.');
    leaveColumns(names, mapping, findings);
  }
  const points = mapping.score === null ? [] : pointsOf(rows, { mapping, choices, findings });
  return {
    run: {
      method: choices.method ?? 'other',
      task: null,
      seenUnit: mapping.seen === null ? 'steps' : (choices.seenUnit ?? unitOf(mapping.seen)),
      scoredOn: choices.scoredOn ?? 'unknown',
      points,
      finalPrompt: null,
      seedPrompt: null,
      notes: mapping.seen === null ? ['The rows are numbered: no column says what had been seen.'] : [],
    },
    names,
    mapping,
  };
}

interface CsvRow {
  readonly file: string;
  readonly line: number | null;
  readonly value: Readonly<Record<string, unknown>>;
}

function rowsOf(file: RunFile, findings: Findings): CsvRow[] {
  const rows: CsvRow[] = [];
  const format = /\.(?:tsv|tab)$/i.test(file.name) ? 'tsv' : 'csv';
  for (const record of openFile(file, format).records) {
    if (isStop(record)) findings.faults.push(record.stop);
    else if (isFault(record)) findings.faults.push(record);
    else if (rows.length >= POINTS_MAX) {
      findings.fault(
        file.name,
        record.line,
        `From here on rows are left out: at most ${POINTS_MAX} are taken.`,
      );
      break;
    } else rows.push(record as CsvRow);
  }
  return rows;
}

interface CsvWork {
  readonly mapping: CurveMapping;
  readonly choices: RunChoices;
  readonly findings: Findings;
}

function pointsOf(rows: readonly CsvRow[], { mapping, choices, findings }: CsvWork): ImportedPoint[] {
  return rows.flatMap(({ file, line, value }, index) => {
    const cell = (name: string | null) => (name === null || !Object.hasOwn(value, name) ? null : value[name]);
    const raw = Object.fromEntries(Object.entries(mapping).map(([field, name]) => [field, cell(name)]));
    const { point, problems } = readPoint(
      mapping.seen === null ? { ...raw, seen: index } : raw,
      choices.scale,
    );
    for (const problem of problems) findings.fault(file, line, problem);
    return point === null ? [] : [point];
  });
}

function leaveColumns(names: readonly string[], mapping: CurveMapping, findings: Findings): void {
  const mapped = Object.values(mapping);
  for (const name of names) {
    if (!mapped.includes(name)) findings.leaveOut(`column "${name}"`, 'No field of a curve is mapped to it.');
  }
}

function unitOf(name: string): 'rollouts' | 'examples' | 'steps' {
  if (/roll|call|eval/i.test(name)) return 'rollouts';
  return /example|sample|seen/i.test(name) ? 'examples' : 'steps';
}
