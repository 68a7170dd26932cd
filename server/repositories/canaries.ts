import type { CanaryState } from '@/lib/domain/canary-state';
import { AppError } from '@/lib/errors/app-error';
import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';
import { afterCursor, NEWEST_FIRST } from './keyset';

/** Canaries and their looks. Only `server/services/promotion/decide/move-canary` changes the state of a canary. */
type Tx = Prisma.TransactionClient;

const around = {
  slot: true,
  challenger: true,
  approvals: { orderBy: { id: 'asc' } },
} as const;

export type CanaryRow = Prisma.CanaryGetPayload<{ include: typeof around }>;
export type CanaryListRow = Prisma.CanaryGetPayload<{ include: typeof listed; omit: typeof withoutContent }>;
export type LookRow = Prisma.CanaryLookGetPayload<object>;

const withoutContent = { draft: true, tally: true, evidence: true } as const;
const listed = {
  slot: { select: { slug: true, kind: true, name: true } },
  challenger: { select: { version: true, sha256: true } },
} as const;

export interface CanaryPage {
  readonly slotId: string | undefined;
  readonly state: string | undefined;
  readonly cursor: string | undefined;
  readonly limit: number;
}

/** One row more than asked for, so that the caller knows whether there is a next page. */
export function listCanaryRows(workspaceId: string, page: CanaryPage): Promise<CanaryListRow[]> {
  const { slotId, state, cursor, limit } = page;
  return db().canary.findMany({
    where: {
      workspaceId,
      ...(slotId ? { slotId } : {}),
      ...(state ? { state } : {}),
      ...afterCursor(cursor),
    },
    include: listed,
    omit: withoutContent,
    orderBy: [...NEWEST_FIRST],
    take: limit + 1,
  });
}

/** @throws AppError NOT_FOUND */
export async function getCanaryRow(workspaceId: string, id: string, tx: Tx = db()): Promise<CanaryRow> {
  const row = await tx.canary.findFirst({ where: { workspaceId, id }, include: around });
  if (row === null) throw new AppError('NOT_FOUND', 'This canary does not exist.', { context: { id } });
  return row;
}

/**
 * Held until the transaction ends: moves, counts and verdicts come one after the other. Not FOR UPDATE, which would make
 * every new pair wait that only refers to the row.
 */
export async function lockCanaryRow(id: string, tx: Tx): Promise<CanaryRow> {
  await tx.$queryRaw`SELECT id FROM "Canary" WHERE id = ${id} FOR NO KEY UPDATE`;
  const row = await tx.canary.findUnique({ where: { id }, include: around });
  if (row === null) throw new AppError('NOT_FOUND', 'This canary does not exist.', { context: { id } });
  return row;
}

export function createCanaryRow(data: Prisma.CanaryUncheckedCreateInput, tx: Tx): Promise<{ id: string }> {
  return tx.canary.create({ data, select: { id: true } });
}

export async function updateCanaryRow(
  id: string,
  data: Prisma.CanaryUncheckedUpdateInput,
  tx: Tx,
): Promise<void> {
  await tx.canary.update({ where: { id }, data, select: { id: true } });
}

/** Other canaries of the slot in one of these states, oldest first. */
export function findCanariesOfSlot(
  slotId: string,
  states: readonly string[],
  tx: Tx = db(),
): Promise<{ id: string; state: string }[]> {
  return tx.canary.findMany({
    where: { slotId, state: { in: [...states] } },
    select: { id: true, state: true },
    orderBy: { createdAt: 'asc' },
  });
}

/** Registered canaries of prompts that a run has learned, oldest first. */
export async function findTrialsOfRun(workspaceId: string, runId: string) {
  const rows = await db().canary.findMany({
    where: { workspaceId, challenger: { runId }, registeredAt: { not: null } },
    select: { state: true, slot: { select: { name: true } }, challenger: { select: { version: true } } },
    orderBy: { createdAt: 'asc' },
  });
  return rows.map(({ state, slot, challenger }) => ({
    ...{ state: state as CanaryState, slot: slot.name, version: challenger.version },
  }));
}

/** Ids of the canaries that are under way, for the worker. */
export async function findCanariesUnderWay(states: readonly string[]): Promise<readonly string[]> {
  const rows = await db().canary.findMany({
    where: { state: { in: [...states] } },
    select: { id: true },
    orderBy: { createdAt: 'asc' },
  });
  return rows.map(({ id }) => id);
}

/** The newest looks of every stage, in their order. */
export async function findLookRows(canaryId: string, limit: number): Promise<LookRow[]> {
  const rows = await db().canaryLook.findMany({
    where: { canaryId },
    orderBy: [{ at: 'desc' }, { look: 'desc' }],
    take: limit,
  });
  return rows.toReversed();
}

export async function addApprovalRow(data: Prisma.CanaryApprovalUncheckedCreateInput, tx: Tx): Promise<void> {
  await tx.canaryApproval.create({ data });
}

/** Answers of the slot per day over the last days, by what was handed out. */
export async function countRequestsADay(slotId: string, since: Date, days: number): Promise<number> {
  const [row] = await db().$queryRaw<{ count: number }[]>`
    SELECT COALESCE(sum(count), 0)::float8 AS count FROM "ExposureCount"
    WHERE "slotId" = ${slotId} AND at >= ${since}`;
  return (row?.count ?? 0) / days;
}

/**
 * Targeting keys by arm of the live step that a slot is in, among the outcomes of answers since a moment, and when the last
 * request of the slot came. By outcomes: an arm whose outcomes stay away is a broken split as well.
 */
export async function countArms(slotId: string, since: Date, tx: Tx) {
  const rows = await tx.$queryRaw<{ variant: string; count: number }[]>`
    SELECT outcome.variant, count(DISTINCT outcome.cluster)::float8 AS count
    FROM "ArmOutcome" AS outcome JOIN "Canary" AS canary ON canary.id = outcome."canaryId" AND canary.step = outcome.step
    WHERE canary."slotId" = ${slotId} AND canary.state = 'liveStep' AND outcome.at >= ${since}
    GROUP BY outcome.variant`;
  const counts: Readonly<Record<string, number>> = Object.fromEntries(
    rows.map(({ variant, count }) => [variant, count]),
  );
  const { _max } = await tx.exposureCount.aggregate({
    where: { slotId, at: { gte: since } },
    _max: { at: true },
  });
  return { counts, lastAt: _max.at };
}

export interface ShadowingCanary extends Pick<CanaryRow, 'id' | 'state' | 'plan' | 'stageStartedAt'> {
  readonly challenger: ShadowingPrompt;
  /** Null = the default of the callers' code. */
  readonly incumbent: ShadowingPrompt | null;
}

export type ShadowingPrompt = Pick<
  CanaryRow['challenger'],
  'id' | 'version' | 'sha256' | 'text' | 'model' | 'params'
>;

/**
 * Canaries of a slot whose two prompts answer the same requests: in shadow, or watched after the promotion. One
 * statement, since every batch of requests asks.
 */
export function findShadowingCanaries(workspaceId: string, slotId: string): Promise<ShadowingCanary[]> {
  return db().$queryRaw<ShadowingCanary[]>`
    SELECT canary.id, canary.state, canary.plan, canary."stageStartedAt",
      to_jsonb(challenger) AS challenger, to_jsonb(incumbent) AS incumbent
    FROM "Canary" AS canary
    JOIN "ServedPrompt" AS challenger ON challenger.id = canary."challengerId"
    LEFT JOIN "ServedPrompt" AS incumbent ON incumbent.id = canary."incumbentId"
    WHERE canary."workspaceId" = ${workspaceId} AND canary."slotId" = ${slotId}
      AND canary.state IN ('shadow', 'watch')
    ORDER BY canary."createdAt"`;
}

/** Canaries that count as live in a slot that was reverted and shows them no longer. */
export async function findCanariesTakenBack(slotId?: string): Promise<readonly string[]> {
  const rows = await db().$queryRaw<{ id: string }[]>`
    SELECT canary.id FROM "Canary" AS canary JOIN "Slot" AS slot ON slot.id = canary."slotId"
    WHERE canary.state IN ('liveStep', 'watch', 'promoted') AND slot."isReverted"
      AND (${slotId ?? null}::text IS NULL OR slot.id = ${slotId ?? null})
      AND slot."livePromptId" IS DISTINCT FROM canary."challengerId"
      AND (slot.split IS NULL OR slot.split->>'canaryId' <> canary.id)
    ORDER BY canary."createdAt" LIMIT 1000`;
  return rows.map(({ id }) => id);
}
