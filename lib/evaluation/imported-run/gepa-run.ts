import type { ImportedPoint } from '@/lib/domain/imported-run';
import { baseName, type Findings, POINTS_MAX, type ReadRun, type RunChoices, type RunFile } from './findings';
import { candidatesOfResult, candidatesOfTree, type GepaCandidate, promptsOf } from './gepa-candidates';
import { isRecord, readLooseJson, recordsIn } from './loose-json';
import { numberIn, readPoint } from './read-point';

/**
 * A GEPA run directory from its JSON parts. A point is an accepted candidate: its mean score on the validation set at
 * the number of metric calls when it was found. That set also chose the parents, so the scores are `selection`.
 */
export function readGepaRun(files: readonly RunFile[], choices: RunChoices, findings: Findings): ReadRun {
  const parts = sortParts(files, findings);
  const candidates = parts.result.length > 0 ? parts.result : candidatesOfTree(files, findings);
  const scored = candidates.filter(({ score }) => score !== null);
  const first = files[0]?.name ?? 'the files';
  if (scored.length === 0 && candidates.length === 0)
    findings.fault(
      first,
      null,
      'No part holds scores. Add the run’s result saved as JSON (with val_aggregate_scores), or its iterations folder.',
    );
  const counted = scored.length > 0 && scored.every(({ seen }) => seen !== null);
  if (scored.length > 0 && !counted)
    findings.note('The metric calls of each candidate are unknown, so the axis counts candidates.');
  if (counted) findings.note('The axis counts metric calls, those on the validation set included.');
  const best = bestOf(scored);
  return {
    run: {
      method: choices.method ?? 'gepa',
      task: null,
      seenUnit: counted ? 'rollouts' : 'steps',
      scoredOn: choices.scoredOn ?? 'selection',
      points: pointsOf(scored, { counted, choices, findings }),
      finalPrompt: best?.prompt ?? null,
      seedPrompt: candidates[0]?.prompt ?? parts.prompts[0] ?? null,
      notes: best === undefined ? [] : [`The last prompt is the best of ${scored.length} scored candidates.`],
    },
    names: [],
    mapping: null,
  };
}

interface GepaParts {
  readonly result: readonly GepaCandidate[];
  readonly prompts: readonly (string | null)[];
}

const NOT_NEEDED =
  /(?:^|\/)(?:generated_best_outputs_valset|pareto|outputs|trajectories)\/|(?:^|\/)(?:trace|reflective_dataset|_index)\.json$/;
const PART_OF_TREE = /(?:^|\/)iterations\/[^/]+\/(?:meta\.json|val_scores\.json|components\/.+\.txt)$/;

/** Every file is read, used by the tree's reader, or named among what was left out. */
function sortParts(files: readonly RunFile[], findings: Findings): GepaParts {
  const parts = files.map((file) => partIn(file, findings));
  const [result = [], ...others] = parts.flatMap((part) => ('result' in part ? [part.result] : []));
  const prompts = parts.flatMap((part) => ('prompts' in part ? part.prompts : []));
  if (others.length > 0)
    findings.note('Of several results the first was taken; import the others as runs of their own.');
  if (result.length > 0 && files.some((file) => PART_OF_TREE.test(file.name)))
    findings.leaveOut('iterations/', 'The saved result says the same of every candidate.');
  if (result.length > 0 && prompts.length > 0)
    findings.leaveOut('candidates.json', 'The saved result holds the same candidates.');
  return { result, prompts };
}

type GepaPart =
  | { readonly result: readonly GepaCandidate[] }
  | { readonly prompts: readonly (string | null)[] }
  | { readonly nothing: true };

const NOTHING = { nothing: true } as const;
const UNKNOWN = 'It is none of the JSON parts of a GEPA run.';

function partIn(file: RunFile, findings: Findings): GepaPart {
  if (PART_OF_TREE.test(file.name)) return NOTHING;
  if (NOT_NEEDED.test(file.name)) {
    findings.leaveOut(file.name, 'Outputs and traces are no part of a curve.');
    return NOTHING;
  }
  if (!/^\ufeff?\s*[[{]/.test(file.text)) {
    findings.leaveOut(file.name, UNKNOWN);
    return NOTHING;
  }
  const json = readLooseJson(file, findings);
  return json.ok ? partOf(file, json.value, findings) : NOTHING;
}

function partOf(file: RunFile, value: unknown, findings: Findings): GepaPart {
  const trace = baseName(file.name) === 'run_log.json' ? recordsIn(value) : undefined;
  const prompts = promptsOf(value);
  if (trace !== undefined) noteTrace(trace, findings);
  else if (isRecord(value) && (Array.isArray(value.candidates) || 'total_metric_calls' in value)) {
    noteTotals(value, findings);
    if (Array.isArray(value.candidates)) return { result: candidatesOfResult(file, value, findings) };
  } else if (prompts !== undefined) return { prompts };
  else findings.leaveOut(file.name, UNKNOWN);
  return NOTHING;
}

function noteTotals(value: Readonly<Record<string, unknown>>, findings: Findings): void {
  const calls = numberIn(value.total_metric_calls);
  const usd = numberIn(value.total_reflection_cost);
  if (calls !== undefined) findings.note(`The run made ${calls} metric calls in all.`);
  if (usd !== undefined && usd > 0)
    findings.note(`Its reflections cost ${usd} dollars in all; what each candidate cost is unknown.`);
}

function noteTrace(trace: readonly Readonly<Record<string, unknown>>[], findings: Findings): void {
  const accepted = trace.filter((entry) => numberIn(entry.new_program_idx) !== undefined).length;
  findings.note(`Its log holds ${trace.length} iterations, ${accepted} of which brought a new candidate.`);
}

/** Highest mean; among equals the greater coverage, then the first. */
function bestOf(scored: readonly GepaCandidate[]): GepaCandidate | undefined {
  return scored.reduce<GepaCandidate | undefined>((best, next) => {
    if (best === undefined) return next;
    const [a, b] = [best.score ?? 0, next.score ?? 0];
    return b > a || (b === a && (next.n ?? 0) > (best.n ?? 0)) ? next : best;
  }, undefined);
}

interface GepaWork {
  readonly counted: boolean;
  readonly choices: RunChoices;
  readonly findings: Findings;
}

function pointsOf(
  scored: readonly GepaCandidate[],
  { counted, choices, findings }: GepaWork,
): ImportedPoint[] {
  const extra = scored.length - POINTS_MAX;
  if (extra > 0) findings.note(`${extra} candidates beyond the first ${POINTS_MAX} are left out.`);
  return scored.slice(0, POINTS_MAX).flatMap(({ score, lower, upper, n, seen, where }, index) => {
    const raw = { score, lower, upper, n, seen: counted ? seen : index };
    const { point, problems } = readPoint(raw, choices.scale);
    for (const problem of problems) findings.fault(where, null, problem);
    return point === null ? [] : [point];
  });
}
