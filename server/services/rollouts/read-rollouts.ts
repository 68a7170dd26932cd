import type { AgentRolloutView, AlikeRolloutView } from '@/lib/contracts/rollout-shapes';
import type { Actor } from '@/lib/domain/actor';
import type { RolloutPurpose, RolloutStatus } from '@/lib/domain/rollout-order';
import { AppError } from '@/lib/errors/app-error';
import { db } from '@/server/db/client';
import type { Rollout } from '@/server/db/generated/client';
import { findExpectedOf } from '@/server/repositories/example-texts';
import { inputOf, orderOf } from '@/server/repositories/stored-rollout';
import { outcomeOfRow, rewardOf, rolloutView } from './rollout-view';

const ALIKE_MAX = 200;

/** A rollout with all its attempts. */
export async function getRollout(
  actor: Actor<'read'>,
  { rolloutId }: { readonly rolloutId: string },
): Promise<AgentRolloutView> {
  const rows = await attemptRows(actor.workspaceId, rolloutId);
  const { runId } = rows[0];
  const run =
    runId === null
      ? null
      : await db().run.findFirst({
          where: { workspaceId: actor.workspaceId, id: runId },
          select: { id: true, label: true },
        });
  return rolloutView(rows, {
    run: run && { id: run.id, name: run.label },
    expected: run ? await findExpectedOf(run.id, inputOf(rows[0])) : (orderOf(rows[0]).expected ?? null),
  });
}

/** Oldest attempt first. @throws AppError NOT_FOUND */
export async function attemptRows(workspaceId: string, id: string): Promise<[Rollout, ...Rollout[]]> {
  const rows = await db().rollout.findMany({ where: { workspaceId, id }, orderBy: { attempt: 'asc' } });
  const [first, ...rest] = rows;
  if (first === undefined)
    throw new AppError('NOT_FOUND', 'This rollout does not exist.', { context: { id } });
  return [first, ...rest];
}

/** @throws AppError NOT_FOUND */
export async function attemptRow(
  workspaceId: string,
  { rolloutId: id, attempt }: { readonly rolloutId: string; readonly attempt: number },
): Promise<Rollout> {
  const row = await db().rollout.findFirst({ where: { workspaceId, id, attempt } });
  if (row !== null) return row;
  throw new AppError('NOT_FOUND', 'This attempt of the rollout does not exist.', {
    context: { id, attempt },
  });
}

/** The last attempt of each other rollout of the same task, in the same run or by the same agent. */
export async function listAlikeRollouts(
  actor: Actor<'read'>,
  { rolloutId }: { readonly rolloutId: string },
): Promise<{ items: AlikeRolloutView[] }> {
  const rows = await attemptRows(actor.workspaceId, rolloutId);
  const own = rows.at(-1) ?? rows[0];
  const found = await db().rollout.findMany({
    where: {
      workspaceId: actor.workspaceId,
      id: { not: rolloutId },
      input: { equals: own.input ?? {} },
      OR: [{ agentId: own.agentId }, ...(own.runId === null ? [] : [{ runId: own.runId }])],
    },
    orderBy: [{ startedAt: 'desc' }, { attempt: 'desc' }],
    take: ALIKE_MAX,
  });
  const newest = new Map<string, Rollout>();
  for (const row of found) if ((newest.get(row.id)?.attempt ?? 0) < row.attempt) newest.set(row.id, row);
  return { items: [...newest.values()].map((row) => alikeView(row, own.candidateHash)) };
}

const alikeView = (row: Rollout, candidateHash: string): AlikeRolloutView => ({
  id: row.id,
  attempt: row.attempt,
  status: row.status as RolloutStatus,
  purpose: row.purpose as RolloutPurpose,
  agentVersion: row.agentVersion,
  candidateHash: row.candidateHash,
  isSameCandidate: row.candidateHash === candidateHash,
  startedAt: row.startedAt.toISOString(),
  modelCalls: row.modelCalls,
  reward: rewardOf(outcomeOfRow(row)),
});
