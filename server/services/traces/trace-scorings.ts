import { type TraceScoringView, traceScoring } from '@/lib/contracts/trace-scoring-shapes';
import type { Actor } from '@/lib/domain/actor';
import { traceEvaluator } from '@/lib/domain/trace-scoring';
import { db } from '@/server/db/client';
import type { TraceScoring } from '@/server/db/generated/client';
import {
  cancelTraceScoringRow,
  getTraceScoringRow,
  listTraceScoringRows,
} from '@/server/repositories/trace-scorings';
import { recordAudit } from '@/server/services/audit/record-audit';
import { evaluatorView, isPracticeJudge } from './trace-evaluators';

/** Scorings of traces that workers carry: how far each is, and ending one. */
interface Named {
  readonly scoringId: string;
}

const LISTED = 20;

export async function listTraceScorings({
  workspaceId,
}: Actor<'read'>): Promise<{ items: TraceScoringView[] }> {
  return { items: (await listTraceScoringRows(workspaceId, LISTED)).map(scoringView) };
}

export async function getTraceScoring(
  { workspaceId }: Actor<'read'>,
  { scoringId }: Named,
): Promise<TraceScoringView> {
  return scoringView(await getTraceScoringRow(workspaceId, scoringId));
}

/** Scores so far stay. Cancelling again, or one that has ended, changes nothing. */
export async function cancelTraceScoring(
  actor: Actor<'experiment'>,
  { scoringId }: Named,
): Promise<TraceScoringView> {
  const { workspaceId } = actor;
  await getTraceScoringRow(workspaceId, scoringId);
  await db().$transaction(async (tx) => {
    if (await cancelTraceScoringRow(tx, scoringId))
      await recordAudit(tx, actor, 'traces.scoringCancelled', scoringId);
  });
  return scoringView(await getTraceScoringRow(workspaceId, scoringId));
}

export function scoringView(row: TraceScoring): TraceScoringView {
  const { id, purpose, filter, state, planned, scored, failed, lastFault, calls, usd, unpriced, usdMax } =
    row;
  const evaluator = traceEvaluator.parse(row.evaluator);
  return traceScoring.parse({
    ...{ id, purpose, filter, state, planned, scored, failed, lastFault, calls, usd, unpriced, usdMax },
    ...{ evaluator: evaluatorView(evaluator), practice: isPracticeJudge(evaluator) },
    ...{ calibration: row.calibration, problem: row.problem, startedBy: row.startedBy },
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  });
}
