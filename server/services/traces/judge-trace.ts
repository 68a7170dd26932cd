import type { TraceDetailView } from '@/lib/contracts/traces';
import type { Actor } from '@/lib/domain/actor';
import { db } from '@/server/db/client';
import { ledgerPool } from '@/server/ledger/pool';
import { countSamplesOf } from '@/server/repositories/trace-list';
import { chooseTraceScores, keepTraceScores } from '@/server/repositories/trace-scores';
import { recordAudit } from '@/server/services/audit/record-audit';
import { getTrace, noTrace, traceRow } from './read-traces';

/** A person's word on a trace: it outweighs all other scores until it is taken back. */
interface Judging {
  readonly traceId: string;
  readonly value: number | null;
  readonly explanation: string;
}

const NAME = 'judgement';

export async function judgeTrace(
  actor: Actor<'experiment'>,
  { traceId, value, explanation }: Judging,
): Promise<TraceDetailView> {
  const { workspaceId, userId } = actor;
  await traceRow(workspaceId, traceId);
  const key = { workspaceId, traceId, by: 'person', name: NAME } as const;
  if (value === null) {
    await db().traceScore.deleteMany({ where: key });
    await chooseTraceScores(ledgerPool(), [key]);
  } else {
    const given = { value, label: null, explanation: explanation || null, userId };
    await keepTraceScores(ledgerPool(), [{ ...key, ...given }]);
  }
  return getTrace(actor, { traceId });
}

/** Its trajectory goes too, unless another trace or a rollout is the same to the letter. */
export async function deleteTrace(
  actor: Actor<'experiment'>,
  { traceId }: { readonly traceId: string },
): Promise<{ samples: number }> {
  const { workspaceId } = actor;
  const { trajectoryHash: hash } = await traceRow(workspaceId, traceId);
  const samples = await countSamplesOf(ledgerPool(), workspaceId, traceId);
  await db().$transaction(async (tx) => {
    await tx.tracePart.deleteMany({ where: { workspaceId, traceId } });
    await tx.tracePending.deleteMany({ where: { workspaceId, traceId } });
    // Two people may delete it at the same time.
    const { count } = await tx.trace.deleteMany({ where: { workspaceId, id: traceId } });
    if (count === 0) throw noTrace();
    if (hash !== null) {
      const others = await Promise.all([
        tx.trace.count({ where: { workspaceId, trajectoryHash: hash } }),
        tx.rollout.count({ where: { workspaceId, trajectoryHash: hash } }),
      ]);
      if (others.every((count) => count === 0))
        await tx.trajectory.deleteMany({ where: { workspaceId, hash } });
    }
    await recordAudit(tx, actor, 'trace.deleted', traceId, { samples });
  });
  return { samples };
}
