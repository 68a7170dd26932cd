import type { CalibrationFinding } from './calibration';
import type { StopReason } from './run';
import type { SplitName } from './split';

/** Why a run ended, with the numbers that decided it. `lib/words/run-end` has the sentence. */
export type RunEnd = {
  readonly [R in StopReason]: { readonly reason: R; readonly numbers: EndNumbers[R] };
}[StopReason];

interface EndNumbers extends Record<StopReason, object> {
  /** Measured candidates and all of them, where the run only measures. */
  readonly stoppedByPerson: { readonly measured?: number; readonly candidates?: number };
  readonly providerDown: { readonly rejected: number };
  readonly answersUnreadable: { readonly unreadable: number; readonly answers: number };
  /** Rollouts in a row, and those of them in which the prompt was never seen. */
  readonly promptNotSeen: { readonly notInjected: number; readonly rollouts: number };
  readonly trainingDone: { readonly examples: number };
  readonly searchDone: SearchEnd;
  readonly targetReached: {
    readonly mean: number;
    readonly n: number;
    readonly lower: number;
    readonly looks: number;
    readonly target: number;
  };
  readonly patienceSpent: { readonly measurements: number; readonly best: number };
  /** `perExample` where the cap has no room for a single example. */
  readonly budgetRollouts: { readonly used: number; readonly cap: number; readonly perExample?: number };
  readonly budgetTokens: Cap;
  readonly budgetUsd: Cap;
  readonly budgetGpuSeconds: Cap;
  /** `reserveSeconds` is the last measurement's; null where the deadline has passed. */
  readonly deadline: { readonly seconds: number; readonly reserveSeconds: number | null };
  readonly evaluatorUncalibrated: CalibrationFinding | NoProxy;
  readonly measured: { readonly candidates: number; readonly examples: number; readonly split: SplitName };
}

type Cap = {
  readonly used: number;
  readonly cap: number;
  /** Expected of the next iteration. */
  readonly next: number;
};

/** Judging passes the ceiling, and there is no cheaper judge. */
export type NoProxy = {
  readonly usdPerRollout: number | null;
  readonly ceilingUsd: number | null;
};

/** Why a search has nothing more to do. */
export type SearchEnd =
  | { readonly why: 'stepsMade'; readonly steps: number; readonly perEpoch: number | null }
  | {
      readonly why: 'trialsMade';
      readonly trials: number;
      readonly best: { readonly mean: number; readonly n: number } | null;
    }
  | { readonly why: 'noRoomForTrial'; readonly trial: number }
  | { readonly why: 'noSelection' }
  | { readonly why: 'noRoomForSeed' }
  | { readonly why: 'limits'; readonly limits: readonly SearchLimit[] }
  | { readonly why: 'idle'; readonly iterations: number };

export type SearchLimit = {
  readonly name: 'metricCalls' | 'iterationsWithoutImprovement' | 'candidates' | 'proposals' | 'score';
  readonly limit: number;
};
