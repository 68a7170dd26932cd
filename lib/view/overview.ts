import type { RunStatus } from '@/lib/domain/run';
import { isEnded } from '@/lib/domain/run';
import type { Measurement } from '@/lib/domain/score';

/** The numbers at the head of the overview. Only what was loaded is summed, and the view says so. */
export interface OverviewRun {
  readonly id: string;
  readonly label: string;
  readonly status: RunStatus;
  readonly practice: boolean;
  readonly summary: {
    readonly bestScore: Measurement | null;
    readonly spend: { readonly spendUsd: number; readonly costUsd: number };
  };
}

export interface Money {
  readonly spendUsd: number;
  readonly costUsd: number;
}

export interface OverviewFigures<Run extends OverviewRun> {
  readonly live: number;
  readonly finished: number;
  readonly failed: number;
  /** Money that a provider bills; null where every run is a practice run. */
  readonly real: Money | null;
  /** The practice model's made-up prices, never added to real money. */
  readonly practice: Money | null;
  readonly best: Run | null;
}

export function prepareOverview<Run extends OverviewRun>(runs: readonly Run[]): OverviewFigures<Run> {
  const scored = runs.filter((run) => run.summary.bestScore !== null);
  const best = scored.reduce<Run | null>(
    (sofar, run) =>
      (run.summary.bestScore?.mean ?? 0) > (sofar?.summary.bestScore?.mean ?? -1) ? run : sofar,
    null,
  );
  return {
    live: runs.filter((run) => !isEnded(run.status)).length,
    finished: runs.filter((run) => run.status === 'finished').length,
    failed: runs.filter((run) => run.status === 'failed').length,
    real: moneyOf(runs.filter((run) => !run.practice)),
    practice: moneyOf(runs.filter((run) => run.practice)),
    best,
  };
}

function moneyOf(runs: readonly OverviewRun[]): Money | null {
  if (runs.length === 0) return null;
  return {
    spendUsd: runs.reduce((sum, run) => sum + run.summary.spend.spendUsd, 0),
    costUsd: runs.reduce((sum, run) => sum + run.summary.spend.costUsd, 0),
  };
}
