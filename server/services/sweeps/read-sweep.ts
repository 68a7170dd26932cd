import type { SweepCellView, SweepView } from '@/lib/contracts/sweeps';
import type { Actor } from '@/lib/domain/actor';
import { isEnded } from '@/lib/domain/run';
import type { ScoreDoubt } from '@/lib/domain/score-doubt';
import { type CellResult, NO_SWEEP_AMOUNT, type SweepArm } from '@/lib/domain/sweep';
import { estimateLeftMs, readSummary } from '@/lib/projection/run-summary';
import { readingOfModel } from '@/lib/report/practice-reading';
import { addSweepAmounts } from '@/lib/report/sweep-budget';
import type { AnsweredCell } from '@/lib/report/sweep-figure';
import { sweepTimeLeftMs } from '@/lib/report/sweep-progress';
import { knownScores } from '@/lib/stats/known-scores';
import { measure } from '@/lib/stats/mean-interval';
import { getExperimentRow } from '@/server/repositories/experiments';
import { baseOf } from '@/server/repositories/stored-manifest';
import { estimateOf, expectedOf, settingsOf, settledOf } from '@/server/repositories/stored-sweep';
import {
  type CellRow,
  type CellRun,
  findCellRuns,
  getSweepRow,
  type SweepRow,
} from '@/server/repositories/sweeps';
import { readScoreDoubts } from '../runs/score-doubts';
import { amountOf, type CellState, cellState, isLive, ownBudget } from './cell-state';
import { figureOf } from './figure';
import { lineOf } from './list-sweeps';

/** A sweep as people see it: cells, what it has used, what is left, and the figure of what has been answered so far. */
export async function readSweep(
  actor: Actor<'read'>,
  input: { readonly sweepId: string },
): Promise<SweepView> {
  const { sweep, cells } = await readCells(actor, input.sweepId);
  const base = baseOf(sweep);
  const experiment = await getExperimentRow(actor.workspaceId, sweep.experimentId);
  const attempts = sweep.cells.flatMap((cell) => cell.attempts);
  const doubts = await readScoreDoubts(
    actor.workspaceId,
    cells.flatMap(({ run }) => run?.id ?? []),
  );
  const endMs = (sweep.endedAt ?? new Date()).getTime();
  return {
    ...lineOf(
      sweep,
      experiment.name,
      cells.map(({ state }) => state.status),
    ),
    cells: cells.map(cellView),
    estimate: estimateOf(sweep),
    spent: {
      charged: attempts
        .map(({ charge }) => amountOf(charge ?? NO_SWEEP_AMOUNT))
        .reduce(addSweepAmounts, NO_SWEEP_AMOUNT),
      held: attempts
        .filter(isLive)
        .map(({ caps }) => amountOf(caps))
        .reduce(addSweepAmounts, NO_SWEEP_AMOUNT),
      wallMs: endMs - sweep.createdAt.getTime(),
    },
    timeLeftMs: timeLeftOf(sweep, cells),
    figure: figureOf(
      sweep.id,
      cells.flatMap((cell) => answered(cell, doubts)),
      base.task.scoring.kind,
    ),
    origin: {
      split: base.evaluation.split,
      heldOutExamples: base.split.counts[base.evaluation.split],
      hardware: base.models.serving.hardware,
      lanes: base.lanes,
      method: base.method.name,
      datasetName: experiment.split.dataset.name,
      timeScale: sweep.timeScale,
      levelTwo: readingOfModel(base.models.proposer),
    },
  };
}

export interface CellRead {
  readonly cell: CellRow;
  readonly state: CellState;
  readonly run: CellRun | null;
}

export async function readCells(
  actor: Actor,
  sweepId: string,
): Promise<{ readonly sweep: SweepRow; readonly cells: readonly CellRead[] }> {
  const sweep = await getSweepRow(actor.workspaceId, sweepId);
  const attempts = sweep.cells.flatMap((cell) => cell.attempts);
  const runs = await findCellRuns(attempts.map(({ runId }) => runId));
  const settled = new Map(attempts.map((attempt) => [attempt.runId, settledOf(attempt)]));
  const own = ownBudget(sweep);
  const cells = sweep.cells.map((cell) => ({
    cell,
    state: cellState(
      cell,
      { status: sweep.status, own },
      { runs, settledOf: (runId) => settled.get(runId) ?? null },
    ),
    run: runs.get(cell.attempts.at(-1)?.runId ?? '') ?? null,
  }));
  return { sweep, cells };
}

function cellView({ cell, state, run }: CellRead): SweepCellView {
  return {
    id: cell.id,
    position: cell.position,
    arm: cell.arm as SweepArm,
    batchSize: cell.batchSize,
    seed: cell.seed,
    status: state.status,
    reason: state.reason,
    attempts: cell.attempts.map(({ runId, reason, startedBy }) => ({ runId, reason, startedBy })),
    timeLeftMs: run && run.status === 'running' ? estimateLeftMs(readSummary(run.summary)) : null,
    result: resultView(state),
  };
}

function resultView({ result }: CellState): SweepCellView['result'] {
  if (result === null) return null;
  const {
    exampleIds: _ids,
    scores,
    seedMean,
    iterations: _i,
    calls: _c,
    evaluationRollouts: _e,
    worth,
    ...rest
  } = result;
  const { mean, lower, upper, n } = measure(knownScores(scores));
  const missing = scores.length - n;
  return { ...rest, accuracy: mean, seedAccuracy: seedMean, n, missing, lower, upper, ...worthView(worth) };
}

function worthView(worth: CellResult['worth']) {
  const { wentIn, held } = worth?.insights ?? { wentIn: 0, held: 0 };
  return {
    highValueBullets: worth?.highValueBullets ?? null,
    helpfulMarks: worth?.helpfulMarks ?? null,
    insightsHeld: wentIn === 0 ? null : held / wentIn,
  };
}

function answered({ cell, state, run }: CellRead, doubts: ReadonlyMap<string, ScoreDoubt>): AnsweredCell[] {
  const { arm, batchSize, seed } = cell;
  return state.result === null
    ? []
    : [
        {
          arm: arm as SweepArm,
          batchSize,
          seed,
          result: state.result,
          doubt: doubts.get(run?.id ?? '') ?? null,
        },
      ];
}

function timeLeftOf(sweep: SweepRow, cells: readonly CellRead[]): number | null {
  if (sweep.status !== 'running' && sweep.status !== 'paused') return null;
  const expectedMs = ({ cell }: CellRead) => expectedOf(cell).totalMs;
  const live = cells.filter(
    ({ state, run }) => run !== null && !isEnded(run.status) && state.status !== 'waiting',
  );
  return sweepTimeLeftMs({
    done: cells.flatMap((read) =>
      read.state.result === null ? [] : [{ expectedMs: expectedMs(read), tookMs: read.state.result.totalMs }],
    ),
    liveMs: live.map((read) => estimateLeftMs(readSummary(read.run?.summary)) ?? expectedMs(read)),
    waitingMs: cells.filter(({ state }) => state.status === 'waiting').map(expectedMs),
    concurrent: settingsOf(sweep).concurrent,
  });
}
