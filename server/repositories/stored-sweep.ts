import { sweepEstimate } from '@/lib/contracts/sweep-shapes';
import { budget } from '@/lib/domain/learning-schema';
import type { Budget } from '@/lib/domain/spend';
import type { ExpectedCell, Settled } from '@/lib/domain/sweep';
import { cellEstimate, settledAttempt, sweepSettings } from '@/lib/domain/sweep-schema';
import { checkStored } from '@/server/db/stored-json';
import type { AttemptRow, CellRow, SweepRow } from './sweeps';

/** JSON columns of a sweep, its cells and their attempts. Every reader throws AppError STORED_UNREADABLE. */
export function settingsOf({ id, settings }: Pick<SweepRow, 'id' | 'settings'>) {
  return checkStored(sweepSettings, settings, { table: 'Sweep', column: 'settings', id });
}

/** As it was shown before the launch. */
export function estimateOf({ id, estimate }: Pick<SweepRow, 'id' | 'estimate'>) {
  return checkStored(sweepEstimate, estimate, { table: 'Sweep', column: 'estimate', id });
}

export function expectedOf({ id, estimate }: Pick<CellRow, 'id' | 'estimate'>): ExpectedCell {
  return checkStored(cellEstimate, estimate, { table: 'SweepCell', column: 'estimate', id });
}

/** Null while its run's books are open. */
export function settledOf({ runId, result }: Pick<AttemptRow, 'runId' | 'result'>): Settled | null {
  if (result === null) return null;
  return checkStored(settledAttempt, result, { table: 'SweepAttempt', column: 'result', id: runId });
}

export function capsOf({ runId, caps }: Pick<AttemptRow, 'runId' | 'caps'>): Budget {
  return checkStored(budget, caps, { table: 'SweepAttempt', column: 'caps', id: runId });
}
