import { isEnded } from '@/lib/domain/run';
import type { Budget } from '@/lib/domain/spend';
import type { CellResult, CellStatus, Settled, SweepAmount, SweepStatus } from '@/lib/domain/sweep';
import { baseOf } from '@/server/repositories/stored-manifest';
import { capsOf } from '@/server/repositories/stored-sweep';
import type { AttemptRow, CellRow, CellRun, SweepRow } from '@/server/repositories/sweeps';

/** State of a cell, from its newest attempt and that attempt's run. */
export interface CellState {
  readonly status: CellStatus;
  readonly reason: string | null;
  readonly result: CellResult | null;
}

/** A stop reason to the cap that it speaks of. */
const CAP_OF: Readonly<Record<string, keyof Budget>> = {
  budgetRollouts: 'rollouts',
  budgetTokens: 'tokens',
  budgetUsd: 'usd',
  deadline: 'wallMs',
};

export const isWaiting = ({ attempts, wanted }: Pick<CellRow, 'attempts' | 'wanted'>) =>
  attempts.length < wanted;

/** All that an attempt may still use is held for it until its run's books are closed. */
export const isLive = ({ charge }: Pick<AttemptRow, 'charge'>) => charge === null;

/** Runs whose books are open. */
export const liveRuns = ({ cells }: Pick<SweepRow, 'cells'>): string[] =>
  cells.flatMap(({ attempts }) => attempts.filter(isLive).map(({ runId }) => runId));

/** Fields that distinguish one status from another, without the scores. */
export interface SettledMark {
  readonly stopReason: string | null;
  /** Whether its last prompt was measured whole. */
  readonly isMeasured: boolean;
}

type ReadCell = Omit<CellRow, 'attempts'> & { readonly attempts: readonly Omit<AttemptRow, 'result'>[] };
interface ReadIn {
  readonly status: string;
  readonly own: Budget;
}

export function cellState(
  cell: ReadCell,
  sweep: ReadIn,
  look: { readonly runs: ReadonlyMap<string, CellRun>; settledOf(runId: string): Settled | null },
): CellState {
  const markOf = (runId: string) => {
    const settled = look.settledOf(runId);
    return settled && { stopReason: settled.stopReason, isMeasured: settled.result !== null };
  };
  const state = cellStatus(cell, sweep, { runs: look.runs, markOf });
  const newest = cell.attempts.at(-1);
  const settled = state.status === 'done' && newest ? look.settledOf(newest.runId) : null;
  return { ...state, result: settled?.result ?? null };
}

export function cellStatus(
  cell: ReadCell,
  sweep: ReadIn,
  look: { readonly runs: ReadonlyMap<string, CellRun>; markOf(runId: string): SettledMark | null },
): Omit<CellState, 'result'> {
  const attempt = cell.attempts.at(-1);
  if (attempt === undefined || isWaiting({ ...cell, attempts: cell.attempts as AttemptRow[] })) {
    return { status: waitingStatus(sweep.status as SweepStatus), reason: cell.waits };
  }
  const run = look.runs.get(attempt.runId);
  if (!run) return { status: 'failed', reason: 'Its run is not there any more.' };
  const asItsRun = { status: run.status as CellStatus, reason: run.statusReason };
  if (!isEnded(run.status)) return asItsRun;
  // Its books are about to be closed.
  if (isLive(attempt)) return { status: 'running', reason: null };
  if (run.status !== 'finished') return asItsRun;
  const mark = look.markOf(attempt.runId);
  const cap = CAP_OF[mark?.stopReason ?? ''];
  const isCut = cap !== undefined && isBelow(capsOf(attempt)[cap], sweep.own[cap]);
  if (isCut || mark?.isMeasured === false) {
    const reason = 'A hard cap ended it before its last prompt was measured: its score answers nothing.';
    return { status: 'cut', reason };
  }
  return { status: 'done', reason: null };
}

const waitingStatus = (status: SweepStatus): CellStatus =>
  status === 'running' || status === 'paused' ? 'waiting' : 'notStarted';

/** True for a cap that the sweep set below the experiment's own, which is part of the configuration. */
const isBelow = (given: number | null | undefined, own: number | null | undefined) =>
  given !== null && given !== undefined && (own === null || own === undefined || given < own);

export const ownBudget = (sweep: Pick<SweepRow, 'id' | 'base'>) => baseOf(sweep).budget;

export function amountOf(stored: unknown): SweepAmount {
  const { usd, tokens, rollouts } = stored as Partial<Record<keyof SweepAmount, number | null>>;
  return { usd: usd ?? 0, tokens: tokens ?? 0, rollouts: rollouts ?? 0 };
}
