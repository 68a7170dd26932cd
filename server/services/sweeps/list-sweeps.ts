import type { SweepLineView } from '@/lib/contracts/sweeps';
import type { Actor } from '@/lib/domain/actor';
import type { CellStatus } from '@/lib/domain/sweep';
import { cutPage } from '@/server/repositories/keyset';
import { settingsOf } from '@/server/repositories/stored-sweep';
import {
  findCellRuns,
  findExperimentNames,
  findSettledMarks,
  listSweepRows,
  type SweepRow,
} from '@/server/repositories/sweeps';
import { cellStatus } from './cell-state';

/** Sweeps as lines: what became of their cells, told without the scores of any. */
export async function listSweeps(
  actor: Actor<'read'>,
  input: {
    readonly experimentId?: string | undefined;
    readonly cursor?: string | undefined;
    readonly limit: number;
  },
): Promise<{ items: SweepLineView[]; nextCursor: string | null }> {
  const { experimentId, cursor, limit } = input;
  const rows = await listSweepRows(actor.workspaceId, { experimentId, cursor, limit });
  const { items, nextCursor } = cutPage(rows, limit);
  const ids = items.flatMap(({ cells }) =>
    cells.flatMap(({ attempts }) => attempts.map(({ runId }) => runId)),
  );
  const [runs, names] = await Promise.all([
    findCellRuns(ids),
    findExperimentNames(items.map((sweep) => sweep.experimentId)),
  ]);
  const marks = await findSettledMarks(items.map(({ id }) => id));
  return {
    items: items.map((sweep) => {
      const own = marks.ownBudgets.get(sweep.id) ?? NOT_CAPPED;
      const look = { runs, markOf: (runId: string) => marks.settled.get(runId) ?? null };
      const statuses = sweep.cells.map(
        (cell) => cellStatus(cell, { status: sweep.status, own }, look).status,
      );
      return lineOf(sweep, names.get(sweep.experimentId) ?? '', statuses);
    }),
    nextCursor,
  };
}

const NOT_CAPPED = { rollouts: null, tokens: null, usd: null, wallMs: null };

type LineRow = Omit<SweepRow, 'base' | 'estimate' | 'cells'>;

export function lineOf(
  sweep: LineRow,
  experimentName: string,
  statuses: readonly CellStatus[],
): SweepLineView {
  const count = (...among: CellStatus[]) => statuses.filter((status) => among.includes(status)).length;
  return {
    id: sweep.id,
    name: sweep.name,
    experimentId: sweep.experimentId,
    experimentName,
    status: sweep.status as SweepLineView['status'],
    statusReason: sweep.statusReason,
    settings: settingsOf(sweep),
    practice: sweep.practice,
    createdBy: sweep.createdBy,
    createdAt: sweep.createdAt.toISOString(),
    endedAt: sweep.endedAt?.toISOString() ?? null,
    counts: {
      cells: statuses.length,
      done: count('done'),
      going: count('queued', 'running', 'paused'),
      waiting: count('waiting'),
      lost: count('failed', 'stopped'),
      cut: count('cut'),
      notStarted: count('notStarted'),
    },
  };
}
