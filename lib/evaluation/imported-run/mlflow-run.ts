import type { CurveMapping, ImportedPoint } from '@/lib/domain/imported-run';
import { baseName, type Findings, POINTS_MAX, type ReadRun, type RunChoices, type RunFile } from './findings';
import { type MetricSeries, readMetricFile, readMetricJson } from './mlflow-metrics';
import { readPoint } from './read-point';
import { suggestMapping } from './suggest-mapping';

/**
 * An MLflow run: metrics with steps, from the file store (`metrics/<name>`) or as JSON. One metric is the
 * score; another may give the examples seen, matched by step. Seconds count from the first value of the
 * score.
 */
export function readMlflowRun(files: readonly RunFile[], choices: RunChoices, findings: Findings): ReadRun {
  const series = collectSeries(files, findings);
  const names = [...series.keys()].sort();
  const mapping = choices.mapping ?? suggestMapping(names);
  const of = (name: string | null) => (name === null ? undefined : series.get(name));
  const first = files[0]?.name ?? 'the files';
  for (const name of Object.values(mapping)) {
    if (name !== null && !series.has(name))
      findings.fault(first, null, `There is no metric "${name}"; map another.`);
  }
  if (names.length === 0)
    findings.fault(first, null, 'There is no metric. Send the run’s metrics folder, or its metrics as JSON.');
  else if (mapping.score === null) findings.fault(first, null, 'Say which metric is the score.');
  const others = names.filter((name) => !Object.values(mapping).includes(name));
  for (const name of others) findings.leaveOut(`metric "${name}"`, 'No field of a curve is mapped to it.');
  const score = of(mapping.score);
  const points = score === undefined ? [] : pointsOf(score, { of, mapping, choices, findings });
  return {
    run: {
      method:
        choices.method ?? (names.some((name) => name.endsWith('valset_pareto_front_agg')) ? 'gepa' : 'other'),
      task: null,
      seenUnit: mapping.seen === null ? 'steps' : (choices.seenUnit ?? unitOf(mapping.seen)),
      scoredOn: choices.scoredOn ?? (/val/i.test(mapping.score ?? '') ? 'selection' : 'unknown'),
      points,
      finalPrompt: null,
      seedPrompt: null,
      notes: mapping.seen === null && score !== undefined ? ['The axis counts MLflow’s own steps.'] : [],
    },
    names,
    mapping,
  };
}

function collectSeries(files: readonly RunFile[], findings: Findings): ReadonlyMap<string, MetricSeries> {
  const series = new Map<string, MetricSeries>();
  for (const file of files) {
    const inStore = /(?:^|\/)metrics\/(.+)$/.exec(file.name);
    if (/(?:^|\/)(?:params|tags|artifacts)\//.test(file.name))
      findings.leaveOut(file.name, 'Settings, tags and artefacts are no part of a curve.');
    else if (baseName(file.name) === 'meta.yaml') readMeta(file, findings);
    else if (inStore?.[1] !== undefined) addTo(series, readMetricFile(file, inStore[1], findings), findings);
    else if (/^\s*[[{]/.test(file.text)) {
      for (const one of readMetricJson(file, findings)) addTo(series, one, findings);
    } else if (/^\s*\d{9,}\s+\S+/.test(file.text))
      addTo(series, readMetricFile(file, baseName(file.name), findings), findings);
    else findings.leaveOut(file.name, 'It holds neither metrics as JSON nor lines of time, value and step.');
  }
  return series;
}

function addTo(series: Map<string, MetricSeries>, one: MetricSeries, findings: Findings): void {
  const known = series.get(one.name);
  if (known !== undefined) findings.note(`The metric "${one.name}" is in two files; its values were merged.`);
  series.set(one.name, known === undefined ? one : { ...one, values: [...known.values, ...one.values] });
}

/** Reads names only; times and users of the source are for the person to state. */
function readMeta(file: RunFile, findings: Findings): void {
  const name = /^run_name:\s*(.{1,120})$/m.exec(file.text)?.[1]?.trim();
  if (name !== undefined) findings.note(`MLflow calls this run “${name}”.`);
  findings.leaveOut(file.name, 'Of its lines only the run’s name was read.');
}

interface MlflowWork {
  readonly of: (name: string | null) => MetricSeries | undefined;
  readonly mapping: CurveMapping;
  readonly choices: RunChoices;
  readonly findings: Findings;
}

function pointsOf(score: MetricSeries, { of, mapping, choices, findings }: MlflowWork): ImportedPoint[] {
  const bySteps = new Map(
    Object.entries(mapping).map(([field, name]) => [
      field,
      new Map(of(name)?.values.map(({ step, value }) => [step, value])),
    ]),
  );
  const at = (field: keyof CurveMapping, step: number) => bySteps.get(field)?.get(step) ?? null;
  const startMs = Math.min(...score.values.slice(0, POINTS_MAX).flatMap(({ atMs }) => atMs ?? []));
  if (score.values.length > POINTS_MAX)
    findings.fault(score.file, null, `Only the first ${POINTS_MAX} values of "${score.name}" are taken.`);
  return score.values.slice(0, POINTS_MAX).flatMap(({ step, value, atMs, line }) => {
    const { point, problems } = readPoint(
      {
        score: value,
        seen: mapping.seen === null ? step : at('seen', step),
        lower: at('lower', step),
        upper: at('upper', step),
        n: at('n', step),
        usd: at('usd', step),
        seconds: mapping.seconds === null ? secondsSince(startMs, atMs) : at('seconds', step),
      },
      choices.scale,
    );
    for (const problem of problems)
      findings.fault(score.file, line, `${score.name}, step ${step}: ${problem}`);
    return point === null ? [] : [point];
  });
}

function secondsSince(startMs: number, atMs: number | null): number | null {
  return atMs === null ? null : (atMs - startMs) / 1000;
}

function unitOf(name: string): 'rollouts' | 'examples' | 'steps' {
  if (/rollouts|calls|evals/i.test(name)) return 'rollouts';
  return /examples|samples/i.test(name) ? 'examples' : 'steps';
}
