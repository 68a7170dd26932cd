import type { Findings, RunFile } from './findings';
import { isRecord, readLooseJson } from './loose-json';
import { numberIn } from './read-point';

/** The values of one metric, in the order of the file. */
export interface MetricSeries {
  readonly name: string;
  readonly file: string;
  readonly values: readonly MetricValue[];
}

interface MetricValue {
  readonly step: number;
  readonly value: number;
  /** Milliseconds of the source's clock; null where it gives none. */
  readonly atMs: number | null;
  readonly line: number | null;
}

/** `metrics/<name>` of the file store: "timestamp value step" a line; later versions add words behind. */
export function readMetricFile(file: RunFile, name: string, findings: Findings): MetricSeries {
  const values = file.text.split(/\r\n|\r|\n/).flatMap((text, index) => {
    if (text.trim() === '') return [];
    const [time, value, step] = text.trim().split(/\s+/);
    const read = readValue({ timestamp: time, value, step });
    if (typeof read !== 'string') return [{ ...read, line: index + 1 }];
    findings.fault(file.name, index + 1, `${read} A line is "timestamp value step".`);
    return [];
  });
  return { name, file: file.name, values };
}

/** A metric history, a run as the REST API gives it, a list of values with their keys, or lists by metric name. */
export function readMetricJson(file: RunFile, findings: Findings): MetricSeries[] {
  const json = readLooseJson(file, findings);
  if (!json.ok) return [];
  const found = metricEntries(json.value);
  if (found.length === 0) findings.leaveOut(file.name, 'This JSON holds no list of metric values.');
  const series = new Map<string, MetricValue[]>();
  for (const { key, entry, path } of found) {
    const read = isRecord(entry) ? readValue(entry) : 'It is no object with a value and a step.';
    if (typeof read === 'string') findings.fault(file.name, null, `${path}: ${read}`);
    else if (!series.has(key)) series.set(key, [{ ...read, line: null }]);
    else series.get(key)?.push({ ...read, line: null });
  }
  return [...series].map(([name, values]) => ({ name, file: file.name, values }));
}

interface Entry {
  readonly key: string;
  readonly entry: unknown;
  readonly path: string;
}

/** Every entry at a place where a metric's values can be, readable or not. */
export function metricEntries(document: unknown): Entry[] {
  if (Array.isArray(document)) return keyed(document, '');
  if (!isRecord(document)) return [];
  const run = isRecord(document.run) ? document.run : document;
  const data = isRecord(run.data) ? run.data : run;
  if (Array.isArray(data.metrics)) return keyed(data.metrics, 'metrics');
  const byName = isRecord(data.metrics) ? data.metrics : data;
  return Object.entries(byName).flatMap(([key, list]) =>
    Array.isArray(list) ? list.map((entry, index) => ({ key, entry, path: `${key}[${index}]` })) : [],
  );
}

function keyed(list: readonly unknown[], path: string): Entry[] {
  return list.flatMap((entry, index) => {
    const key = isRecord(entry) ? (entry.key ?? entry.name) : undefined;
    return typeof key === 'string' ? [{ key, entry, path: `${path}[${index}]` }] : [];
  });
}

/** A value with its step, or what is wrong with it. Without a step it is MLflow's default, 0. */
function readValue(raw: Readonly<Record<string, unknown>>): Omit<MetricValue, 'line'> | string {
  const value = numberIn(raw.value);
  if (value === undefined || !Number.isFinite(value)) return 'The value is no finite number.';
  const step = raw.step === undefined ? 0 : numberIn(raw.step);
  if (step === undefined || !Number.isSafeInteger(step)) return 'The step is no whole number.';
  const time = numberIn(raw.timestamp);
  // Old stores wrote seconds; a time before 1973 in milliseconds is one of those.
  const atMs = time === undefined || !Number.isSafeInteger(time) ? null : time < 1e11 ? time * 1000 : time;
  return { step, value, atMs };
}
