import { measure } from '@/lib/stats/mean-interval';
import { mean } from '@/lib/stats/summary';
import type { Findings, RunFile } from './findings';
import { isRecord, readLooseJson, recordsIn } from './loose-json';
import { numberIn } from './read-point';

/**
 * GEPA's candidates from the two places that hold their scores: the result saved as JSON (`candidates`,
 * `val_aggregate_scores`, `val_subscores`, `discovery_eval_counts`), and the directory of iterations
 * (`iterations/<id>/meta.json`, `val_scores.json`, `components/*.txt`).
 */
export interface GepaCandidate {
  readonly prompt: string | null;
  readonly score: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
  readonly n: number | null;
  /** Metric calls until it was found, validation included. */
  readonly seen: number | null;
  /** For sentences. */
  readonly where: string;
}

type Json = Readonly<Record<string, unknown>>;

export function candidatesOfResult(file: RunFile, result: Json, findings: Findings): GepaCandidate[] {
  const prompts = Array.isArray(result.candidates) ? result.candidates : [];
  const list = (name: string): readonly unknown[] => {
    const value = result[name];
    return Array.isArray(value) ? value : [];
  };
  const aggregate = list('val_aggregate_scores');
  const subscores = list('val_subscores');
  const counts = list('discovery_eval_counts');
  if (aggregate.length > prompts.length)
    findings.fault(
      file.name,
      null,
      'val_aggregate_scores has more entries than candidates; the rest is left out.',
    );
  return prompts.map((prompt, index) => {
    const where = `candidates[${index}]`;
    const text = promptText(prompt);
    if (text === null) findings.fault(file.name, null, `${where} is neither a text nor an object of texts.`);
    return {
      prompt: text,
      ...scoreOf(aggregate[index], subscores[index]),
      seen: numberIn(counts[index]) ?? null,
      where: `${file.name}, ${where}`,
    };
  });
}

/** By candidate index; proposals that were not accepted have none and are only counted. */
export function candidatesOfTree(files: readonly RunFile[], findings: Findings): GepaCandidate[] {
  const byPath = new Map(files.map((file) => [file.name, file]));
  const found: { index: number; candidate: GepaCandidate }[] = [];
  let rejected = 0;
  for (const file of files) {
    const base = /^(.*iterations\/[^/]+\/)meta\.json$/.exec(`/${file.name}`)?.[1]?.slice(1);
    if (base === undefined) continue;
    const json = readLooseJson(file, findings);
    if (!json.ok) continue;
    if (!isRecord(json.value)) {
      findings.fault(file.name, null, 'It is no JSON object with a candidate’s facts.');
      continue;
    }
    const meta = json.value;
    const index = numberIn(meta.candidate_idx);
    if (index === undefined) {
      rejected += 1;
      continue;
    }
    const scoresFile = byPath.get(`${base}val_scores.json`);
    const scores = scoresFile === undefined ? undefined : readLooseJson(scoresFile, findings);
    found.push({
      index,
      candidate: {
        prompt: componentsAt(base, files),
        ...scoreOf(meta.avg_val_score, scores?.ok ? scores.value : undefined, meta.num_val_scored),
        seen: numberIn(meta.metric_calls_so_far) ?? numberIn(meta.metric_calls_to_discover) ?? null,
        where: file.name,
      },
    });
  }
  if (rejected > 0) findings.note(`${rejected} proposals of the run were not accepted and are no points.`);
  return found.sort((a, b) => a.index - b.index).map(({ candidate }) => candidate);
}

/** Texts under components/ in the order of their names. */
function componentsAt(base: string, files: readonly RunFile[]): string | null {
  const start = `${base}components/`;
  const parts = files
    .filter((file) => file.name.startsWith(start) && file.name.endsWith('.txt'))
    .map((file): [string, string] => [file.name.slice(start.length, -4), file.text])
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return parts.length === 0 ? null : joined(parts);
}

/** `candidates.json`: texts without scores. */
export function promptsOf(value: unknown): readonly (string | null)[] | undefined {
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value;
  return recordsIn(value)?.map(promptText);
}

function promptText(candidate: unknown): string | null {
  if (typeof candidate === 'string') return candidate;
  if (!isRecord(candidate)) return null;
  const parts = Object.entries(candidate);
  const texts = parts.filter((part): part is [string, string] => typeof part[1] === 'string');
  return texts.length < parts.length || parts.length === 0 ? null : joined(texts);
}

/** A line that would read as the opening of a component, however often it is escaped already. */
const OPENING = /^\\*<<component .+>>$/;

/**
 * One component is the prompt itself; several become sections, each opened by `<<component NAME>>`, as candidates of
 * several components are written everywhere here, so that such a prompt can seed an experiment.
 */
function joined(parts: readonly (readonly [string, string])[]): string {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only[1];
  const escaped = (line: string) => (OPENING.test(line) ? `\\${line}` : line);
  const oneLine = (name: string) => name.replace(/\s+/g, ' ').trim() || 'unnamed';
  return parts
    .map(([name, text]) => [`<<component ${oneLine(name)}>>`, ...text.split('\n').map(escaped)].join('\n'))
    .join('\n');
}

type Scored = Pick<GepaCandidate, 'score' | 'lower' | 'upper' | 'n'>;

/** From single scores the mean gets its interval; a mean alone has none. */
function scoreOf(aggregate: unknown, subscores: unknown, scored?: unknown): Scored {
  const single = (
    Array.isArray(subscores) ? subscores : isRecord(subscores) ? Object.values(subscores) : []
  ).map(numberIn);
  const scores = single.flatMap((score) => score ?? []);
  const given = numberIn(aggregate);
  const none = { lower: null, upper: null };
  const inRange = scores.length > 0 && scores.every((score) => score >= 0 && score <= 1);
  if (inRange && scores.length === single.length) {
    const { lower, upper, n, mean: centre } = measure(scores);
    return { score: centre, lower, upper, n };
  }
  const count = numberIn(scored) ?? (scores.length > 0 ? scores.length : null);
  return { score: given ?? mean(scores) ?? null, ...none, n: count === 0 ? null : count };
}
