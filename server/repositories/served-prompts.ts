import type { ServedPrompt } from '@/lib/domain/flag';
import { AppError } from '@/lib/errors/app-error';
import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';

/** Prompts as they are served: added, never changed (trigger). */
type Tx = Prisma.TransactionClient;

export type ServedPromptRow = Prisma.ServedPromptGetPayload<object>;
export type ServedPromptListRow = Prisma.ServedPromptGetPayload<{ omit: { text: true } }>;

export interface PromptPage {
  readonly cursor: number | undefined;
  readonly limit: number;
}

/** Newest version first; one row more than asked for. The cursor is the last version seen. */
export function listServedPromptRows(slotId: string, page: PromptPage): Promise<ServedPromptListRow[]> {
  return db().servedPrompt.findMany({
    where: { slotId, ...(page.cursor === undefined ? {} : { version: { lt: page.cursor } }) },
    omit: { text: true },
    orderBy: { version: 'desc' },
    take: page.limit + 1,
  });
}

/** @throws AppError NOT_FOUND */
export async function getServedPromptRow(
  slotId: string,
  id: string,
  tx: Tx = db(),
): Promise<ServedPromptRow> {
  const row = await tx.servedPrompt.findFirst({ where: { slotId, id } });
  if (row === null) throw new AppError('NOT_FOUND', 'This slot has no such prompt.', { context: { id } });
  return row;
}

/** Prompts that a flag names, by id. */
export async function findServedPromptRows(
  ids: readonly (string | null)[],
  tx: Tx = db(),
): Promise<ReadonlyMap<string, ServedPromptRow>> {
  const named = ids.filter((id) => id !== null);
  const rows = named.length === 0 ? [] : await tx.servedPrompt.findMany({ where: { id: { in: named } } });
  return new Map(rows.map((row) => [row.id, row]));
}

/** The same without texts, for lists. */
export async function findPromptBriefs(
  ids: readonly (string | null | undefined)[],
): Promise<ReadonlyMap<string, ServedPromptListRow>> {
  const named = [...new Set(ids.filter((id) => typeof id === 'string'))];
  const where = { id: { in: named } };
  const rows = named.length === 0 ? [] : await db().servedPrompt.findMany({ where, omit: { text: true } });
  return new Map(rows.map((row) => [row.id, row]));
}

/** Versions of this text anywhere in the workspace: where it is from goes with it. */
export function findSameText(workspaceId: string, sha256: string, tx: Tx): Promise<ServedPromptListRow[]> {
  return tx.servedPrompt.findMany({
    where: { sha256, slot: { workspaceId } },
    omit: { text: true },
    orderBy: { createdAt: 'asc' },
    take: 100,
  });
}

/**
 * A run of the workspace that made one of these candidates and measured or promoted it, with the candidate; null too for
 * the text that a run began with, which existed before.
 */
export async function findLearnedCandidate(
  workspaceId: string,
  hashes: readonly string[],
  tx: Tx,
): Promise<{ readonly runId: string; readonly candidateHash: string } | null> {
  const [row] = await tx.$queryRaw<{ runId: string; candidateHash: string }[]>`
    SELECT found."runId", found."candidateHash" FROM (
    SELECT e."runId", e.data ->> 'hash' AS "candidateHash" FROM "LedgerEntry" e
    WHERE e."runId" IN (
        SELECT "runId" FROM "Evaluation" WHERE "workspaceId" = ${workspaceId} AND "candidateHash" = ANY(${hashes}))
      AND e.type = 'candidate.created' AND e.data ->> 'hash' = ANY(${hashes})
      AND e.data ->> 'parentHash' IS NOT NULL
    UNION ALL
    SELECT p."runId", p."candidateHash" FROM "ServedPrompt" p JOIN "Slot" s ON s.id = p."slotId"
    WHERE s."workspaceId" = ${workspaceId} AND p."candidateHash" = ANY(${hashes}) AND p."runId" IS NOT NULL
      AND NOT EXISTS (
        SELECT 1 FROM "LedgerEntry" e WHERE e."runId" = p."runId" AND e.type = 'candidate.created'
          AND e.data ->> 'hash' = p."candidateHash" AND e.data ->> 'parentHash' IS NULL
          AND (e.data ->> 'iteration')::int = -1)
    ) AS found JOIN "Run" run ON run.id = found."runId"
    ORDER BY run.kind = 'exploratory', found."runId" DESC LIMIT 1`;
  return row ?? null;
}

/** Zero where there is none yet; hold the slot's row meanwhile, so that no version is given out twice. */
export async function lastVersionOf(slotId: string, tx: Tx): Promise<number> {
  const { _max } = await tx.servedPrompt.aggregate({ where: { slotId }, _max: { version: true } });
  return _max.version ?? 0;
}

export function createServedPromptRow(
  data: Prisma.ServedPromptUncheckedCreateInput,
  tx: Tx,
): Promise<ServedPromptRow> {
  return tx.servedPrompt.create({ data });
}

/** As the core and every client know it. */
export function servedPromptOf(row: ServedPromptRow): ServedPrompt {
  const { id, version, sha256, text, model, params } = row;
  return { promptId: id, version, sha256, text, model, params: params as ServedPrompt['params'] };
}
