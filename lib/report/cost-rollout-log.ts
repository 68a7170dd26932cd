/**
 * The log of rollouts, a line each. Every column of every line says something: what was not evaluated, not
 * measured or not known says so in words, since an empty field would be read as zero. A format whose columns have types
 * has NULL there, which no sum takes for zero. Knows nothing of files.
 */
import type { RunManifest } from '@/lib/domain/manifest';
import type { RolloutRow } from '@/lib/domain/rollout-row';
import { invariant } from '@/lib/errors/invariant';

/** Fields that all lines of a run share. */
export interface RolloutLogRun {
  readonly runId: string;
  readonly manifest: RunManifest;
  readonly practice: boolean;
  /** Mean held-out score by prompt, where it was measured. */
  readonly heldOut: ReadonlyMap<string, number>;
}

export const NOT_EVALUATED = 'not evaluated';
/** The evaluator or the provider failed: no score, and no 0. */
export const MISSING = 'missing';
export const NOT_MEASURED = 'not measured';
export const NOT_KNOWN = 'not known';

/** In the order of the file. A `measure` is a number, or the words for its absence; a `time` is ISO 8601. */
export const ROLLOUT_LOG_COLUMNS = {
  runId: 'text',
  seq: 'whole',
  at: 'time',
  iteration: 'whole',
  ordinal: 'whole',
  split: 'text',
  exampleId: 'text',
  promptHash: 'text',
  proposerModel: 'text',
  evaluatorModel: 'text',
  servingModel: 'text',
  /** Score of this rollout, on any split. */
  score: 'measure',
  /** Score of this rollout if it is on train; `heldOutScore` if it is on held-out. */
  trainScore: 'measure',
  heldOutScore: 'measure',
  /** Mean over the held-out examples of the prompt that was run. */
  promptHeldOutScore: 'measure',
  tokensIn: 'whole',
  tokensOut: 'whole',
  tokens: 'whole',
  gpuSeconds: 'measure',
  delayMs: 'measure',
  costUsd: 'measure',
  outcome: 'text',
  hardware: 'text',
  practice: 'flag',
} as const satisfies Readonly<Record<string, 'text' | 'time' | 'whole' | 'measure' | 'flag'>>;

export type RolloutLogColumn = keyof typeof ROLLOUT_LOG_COLUMNS;
const NAMES = Object.keys(ROLLOUT_LOG_COLUMNS) as RolloutLogColumn[];
export type RolloutLogLine = Readonly<Record<RolloutLogColumn, string | number | boolean>>;

export function rolloutLogLine(row: RolloutRow, run: RolloutLogRun): RolloutLogLine {
  const { models } = run.manifest;
  const onTrain = row.split === 'train';
  const onHeldOut = row.split === 'heldOut';
  const score = row.score ?? MISSING;
  const line: RolloutLogLine = {
    runId: run.runId,
    seq: row.seq,
    at: row.at,
    iteration: row.iteration,
    ordinal: row.ordinal,
    split: row.split,
    exampleId: row.exampleId,
    promptHash: row.candidateHash,
    proposerModel: models.proposer.model,
    evaluatorModel: evaluatorOf(run.manifest),
    servingModel: models.serving.model,
    score,
    trainScore: onTrain ? score : NOT_EVALUATED,
    heldOutScore: onHeldOut ? score : NOT_EVALUATED,
    promptHeldOutScore: run.heldOut.get(row.candidateHash) ?? NOT_EVALUATED,
    tokensIn: row.tokensIn,
    tokensOut: row.tokensOut,
    tokens: row.tokensIn + row.tokensOut,
    gpuSeconds: row.gpuSeconds ?? NOT_MEASURED,
    delayMs: row.delayMs ?? NOT_MEASURED,
    costUsd: row.costUsd ?? NOT_KNOWN,
    outcome: row.cause ?? 'answered',
    hardware: models.serving.hardware,
    practice: run.practice,
  };
  // A message is only made where one is needed: this runs once a rollout.
  const missing = NAMES.find((name) => line[name] === '' || line[name] === null || line[name] === undefined);
  if (missing !== undefined) invariant(false, `A rollout lacks its ${missing}.`, { seq: row.seq });
  return line;
}

/** Who gave the scores: code, a program by its name, or the model in the judge's seat. */
function evaluatorOf({ task: { scoring }, models, judging }: RunManifest): string {
  if (scoring.kind === 'command') return `program ${scoring.command}`;
  if (scoring.kind === 'http') return `evaluator ${scoring.url}`;
  if (scoring.kind !== 'judge') return `code ${scoring.kind}`;
  return judging?.judge === 'proposer' ? models.proposer.model : models.evaluator.model;
}
