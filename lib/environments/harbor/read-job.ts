import { limitOutput } from '../terminal/limit-output';
import type { Rewards } from './reward-files';
import { scoreOfRewards } from './step-rewards';
import { isOutside, isTimeOut, phaseOf, type TrialPhase } from './trial-phase';
import { readTrialResult, type StepResult, type TrialException, type TrialResult } from './trial-result';

/**
 * The results folder of one `harbor run` of one task, once. Pure: its caller brings the files by their path in the folder
 * of the job. Each trial has one folder: result.json, exception.txt, and for each step (steps/NAME, or the trial's
 * folder itself) agent/trajectory.json and verifier/test-stdout.txt. A result that is missing or damaged is missing data.
 */
export interface JudgedTrialStep {
  /** Null for a task without steps of its own. */
  readonly name: string | null;
  readonly rewards: Rewards;
  readonly output: string;
}

export type TrialReading =
  | (Reported & {
      readonly kind: 'judged';
      readonly reward: number;
      readonly rewards: Rewards;
      readonly steps: readonly JudgedTrialStep[];
      readonly agentTimedOut: boolean;
    })
  | (Reported & {
      readonly kind: 'notJudged';
      readonly phase: TrialPhase;
      readonly code: string;
      readonly detail: string;
    });

/** The agent's own word. */
export interface Reported {
  readonly usage: {
    readonly inputTokens: number;
    readonly outputTokens: number;
    readonly usd: number | null;
  } | null;
  /** An ATIF document, not yet read; that of the last step which has one. */
  readonly trajectory: unknown;
}

export type JobFiles = ReadonlyMap<string, string>;

const NOTHING: Reported = { usage: null, trajectory: null };

export function readJob(files: JobFiles): TrialReading {
  const folders = new Set([...files.keys()].flatMap((path) => path.match(/^([^/]+)\//)?.[1] ?? []));
  const [folder, ...others] = folders;
  if (folder === undefined) return missing('noTrial', 'Harbor wrote no trial.');
  if (others.length > 0) return missing('severalTrials', `Harbor wrote ${folders.size} trials.`);
  const text = files.get(`${folder}/result.json`);
  if (text === undefined)
    return missing('noResult', `The trial has no result.json. ${files.get(`${folder}/exception.txt`) ?? ''}`);
  const trial = readTrialResult(text);
  if (trial === null) return missing('damagedResult', "The trial's result.json is damaged.");
  return readTrial(trial, { files, folder });
}

const missing = (code: string, detail: string): TrialReading => ({
  ...NOTHING,
  ...{ kind: 'notJudged', phase: 'start', code, detail: detail.trim() },
});

interface Place {
  readonly files: JobFiles;
  readonly folder: string;
}

function readTrial(trial: TrialResult, place: Place): TrialReading {
  const steps = trial.step_results ?? [];
  const reported = { usage: usageOf([trial, ...steps]), trajectory: trajectoryOf(steps, place) };
  const exceptions = [trial, ...steps].flatMap(({ exception_info: one }) => one ?? []);
  const rewards = trial.verifier_result?.rewards ?? null;
  // A machine that could not be removed afterwards takes no reward back; a step whose tests failed to judge does.
  const inStep = steps.find(isUnjudged);
  const outside = exceptions.find(isOutside);
  const exception = outside ?? inStep?.exception_info ?? trial.exception_info ?? null;
  const refused = (phase: TrialPhase, code: string, detail: string): TrialReading => ({
    ...{ kind: 'notJudged', phase, code, detail, ...reported },
  });
  if (rewards === null || outside !== undefined || inStep !== undefined) {
    const [phase, code] = phaseOf(exception, trial);
    return refused(phase, code, detailOf(exception, place));
  }
  const score = scoreOfRewards(rewards);
  if (!score.ok) return refused('reward', 'unusable', score.message);
  return {
    ...{ kind: 'judged', reward: score.score, rewards, ...reported },
    steps: steps.length === 0 ? [judged(null, rewards, place)] : steps.map((step) => judgedStep(step, place)),
    agentTimedOut: exceptions.some(isTimeOut),
  };
}

const isUnjudged = ({ verifier_result: result }: StepResult) => (result?.rewards ?? null) === null;

const judgedStep = ({ step_name: name, verifier_result: result }: StepResult, place: Place) =>
  judged(name, result?.rewards ?? {}, place);

function judged(name: string | null, rewards: Rewards, { files, folder }: Place): JudgedTrialStep {
  const printed = files.get(`${partOf(folder, name)}/verifier/test-stdout.txt`) ?? '';
  return { name, rewards, output: limitOutput(printed) };
}

const partOf = (folder: string, step: string | null) => (step === null ? folder : `${folder}/steps/${step}`);

function detailOf(exception: TrialException | null, { files, folder }: Place): string {
  const printed = files.get(`${folder}/verifier/test-stdout.txt`) ?? '';
  const said = exception && `${exception.exception_type}: ${exception.exception_message}`;
  return `${said ?? 'The trial has no reward and names no fault.'}\n${printed}`.trim();
}

function usageOf(parts: readonly Pick<TrialResult, 'agent_result'>[]): Reported['usage'] {
  const told = parts.flatMap(({ agent_result: result }) => result ?? []);
  const known = told.filter(
    ({ n_input_tokens: read, n_output_tokens: written }) => read != null || written != null,
  );
  if (known.length === 0) return null;
  const sum = (of: (one: (typeof known)[number]) => number) => known.reduce((all, one) => all + of(one), 0);
  return {
    inputTokens: sum((one) => one.n_input_tokens ?? 0),
    outputTokens: sum((one) => one.n_output_tokens ?? 0),
    usd: known.some((one) => one.cost_usd == null) ? null : sum((one) => one.cost_usd ?? 0),
  };
}

function trajectoryOf(steps: readonly StepResult[], { files, folder }: Place): unknown {
  const parts = [null, ...steps.map(({ step_name: name }) => name)].toReversed();
  for (const part of parts) {
    const text = files.get(`${partOf(folder, part)}/agent/trajectory.json`);
    if (text === undefined) continue;
    try {
      return JSON.parse(text);
    } catch {
      // An agent that was killed may leave half a file; the attempt has no trajectory then.
      return null;
    }
  }
  return null;
}
