import type { TaskStep } from '@/lib/domain/environment-task';
import type { ChangedFile, Sandbox } from '@/lib/ports/sandbox';

/** The part that an agent plays in an attempt. It throws only for faults that are not its own. */
export type TaskSolver = (place: SolvePlace) => Promise<void>;

export interface SolvePlace {
  readonly sandbox: Sandbox;
  readonly instruction: string;
  readonly step: TaskStep;
  readonly workdir: string;
  /** An account of the sandbox; undefined = its root. */
  readonly user: string | undefined;
  readonly variables: Readonly<Record<string, string>>;
  /** Aborts at the time limit of the task, and with the attempt. */
  readonly signal: AbortSignal;
}

export interface JudgedStep {
  readonly name: string | null;
  readonly rewards: Readonly<Record<string, number>>;
  /** Output of the tests, cut to 10 kB with both ends. */
  readonly output: string;
  /** Null = only rewards are known. */
  readonly tests: Readonly<Record<string, 'passed' | 'failed'>> | null;
}

/** `notJudged` is missing data, never a reward of 0. */
export type AttemptResult =
  | {
      readonly kind: 'judged';
      /** In [0, 1]. */
      readonly reward: number;
      readonly rewards: Readonly<Record<string, number>>;
      readonly steps: readonly JudgedStep[];
      /** By the agent and the set-up; files of tests and logs are left out. */
      readonly changedFiles: readonly ChangedFile[];
      readonly agentTimedOut: boolean;
    }
  | NotJudged;

export interface NotJudged {
  readonly kind: 'notJudged';
  readonly phase: 'unmetNeed' | 'start' | 'build' | 'setup' | 'model' | 'verifier' | 'reward' | 'stopped';
  readonly code: string;
  /** For people: what happened, with the end of what was printed. */
  readonly detail: string;
}

export const notJudged = (phase: NotJudged['phase'], code: string, detail: string): NotJudged => ({
  kind: 'notJudged',
  phase,
  code,
  detail: detail.slice(-2_000),
});

/** An attempt cannot go on; caught where the attempt begins. */
export class AttemptStopped extends Error {
  constructor(readonly result: NotJudged) {
    super(result.detail);
  }
}
