import type { AuditRecord, ChainedRecord, ChainHead } from '@/lib/domain/audit-record';
import { db } from '@/server/db/client';
import type { AuditEntry, Prisma } from '@/server/db/generated/client';
import { likeText } from './like-text';

/** The audit log and the seals over it. Entries are written by `recordAudit`, and neither is ever changed. */
type Tx = Prisma.TransactionClient;

/** Held until the transaction ends: one hand at the end of a chain. */
export async function lockChain(workspaceId: string, tx: Tx): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`audit:${workspaceId}`}, 0))`;
}

/** Null where nothing was sealed yet. */
export async function findHead(workspaceId: string, tx: Tx = db()): Promise<ChainHead | null> {
  const row = await tx.auditSeal.findFirst({ where: { workspaceId }, orderBy: { seq: 'desc' } });
  return row && { seq: Number(row.seq), hash: row.hash };
}

export async function findSealHash(workspaceId: string, seq: number): Promise<string | null> {
  const where = { workspaceId_seq: { workspaceId, seq: BigInt(seq) } };
  return (await db().auditSeal.findUnique({ where, select: { hash: true } }))?.hash ?? null;
}

/** The highest entry that was sealed; null where none was. */
export async function lastSealedId(workspaceId: string, tx: Tx): Promise<bigint | null> {
  const { _max } = await tx.auditSeal.aggregate({ where: { workspaceId }, _max: { entryId: true } });
  return _max.entryId;
}

export interface UnsealedEntry extends Pick<AuditEntry, 'id'> {
  readonly record: AuditRecord;
}

interface EntryColumns extends Pick<AuditEntry, 'actor' | 'action' | 'subject' | 'detail' | 'createdAt'> {}

/** Read in the same way for sealing and for checking, so that both hash the same value. */
export async function listUnsealed(
  workspaceId: string,
  { after, limit }: { readonly after: bigint; readonly limit: number },
  tx: Tx,
): Promise<readonly UnsealedEntry[]> {
  const rows = await tx.$queryRaw<(EntryColumns & { id: bigint })[]>`
    SELECT entry.id, entry.actor, entry.action, entry.subject, entry.detail, entry."createdAt"
    FROM "AuditEntry" AS entry
    WHERE entry."workspaceId" = ${workspaceId} AND entry.id > ${after}
      AND NOT EXISTS (SELECT 1 FROM "AuditSeal" AS seal WHERE seal."entryId" = entry.id)
    ORDER BY entry.id LIMIT ${limit}`;
  return rows.map((row) => ({ id: row.id, record: recordOf(row) }));
}

export async function addSeals(
  workspaceId: string,
  seals: readonly (Pick<ChainedRecord, 'seq' | 'previousHash' | 'hash'> & { readonly entryId: bigint })[],
  tx: Tx,
): Promise<void> {
  await tx.auditSeal.createMany({
    data: seals.map(({ seq, ...rest }) => ({ workspaceId, seq: BigInt(seq), ...rest })),
  });
}

/** Placeholder for a missing entry; no written entry has an empty action. */
const GONE: AuditRecord = { actor: '', action: '', subject: '', detail: null, atMs: 0 };

/** The chain after this number, in its order. */
export async function listChained(
  workspaceId: string,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly ChainedRecord[]> {
  const rows = await db().$queryRaw<SealedColumns[]>`
    SELECT seal.seq, seal."previousHash", seal.hash,
      entry.actor, entry.action, entry.subject, entry.detail, entry."createdAt"
    FROM "AuditSeal" AS seal
    LEFT JOIN "AuditEntry" AS entry ON entry.id = seal."entryId" AND entry."workspaceId" = seal."workspaceId"
    WHERE seal."workspaceId" = ${workspaceId} AND seal.seq > ${after}
    ORDER BY seal.seq LIMIT ${limit}`;
  return rows.map((row) => ({
    seq: Number(row.seq),
    previousHash: row.previousHash,
    hash: row.hash,
    entry: row.action === null ? GONE : recordOf(row),
  }));
}

type SealedColumns = EntryColumns & {
  readonly seq: bigint;
  readonly previousHash: string;
  readonly hash: string;
} & { readonly action: string | null };

function recordOf({ actor, action, subject, detail, createdAt }: EntryColumns): AuditRecord {
  return { actor, action, subject, detail, atMs: createdAt.getTime() };
}

export interface AuditPage {
  /** The beginning of it. */
  readonly action: string | undefined;
  readonly subject: string | undefined;
  /** A part of it, in any case. */
  readonly actor: string | undefined;
  readonly before: bigint | undefined;
  readonly limit: number;
}

/** Newest first, with the number under which an entry was sealed; one row more than asked for. */
export async function listAuditRows(
  workspaceId: string,
  { action, subject, actor, before, limit }: AuditPage,
): Promise<readonly (AuditEntry & { readonly seq: number | null })[]> {
  const rows = await db().auditEntry.findMany({
    where: {
      workspaceId,
      ...(action ? { action: { startsWith: likeText(action) } } : {}),
      ...(subject ? { subject } : {}),
      ...(actor ? { actor: { contains: likeText(actor), mode: 'insensitive' } } : {}),
      ...(before === undefined ? {} : { id: { lt: before } }),
    },
    orderBy: { id: 'desc' },
    take: limit + 1,
  });
  const seals = await db().auditSeal.findMany({
    where: { workspaceId, entryId: { in: rows.map(({ id }) => id) } },
    select: { entryId: true, seq: true },
  });
  const seqs = new Map(seals.map(({ entryId, seq }) => [entryId, Number(seq)]));
  return rows.map((row) => ({ ...row, seq: seqs.get(row.id) ?? null }));
}

/** Whether an entry with this in its detail was written. */
export async function isNoted(
  { workspaceId, action, subject }: Pick<AuditEntry, 'workspaceId' | 'action' | 'subject'>,
  [name, value]: readonly [string, string],
  tx: Tx,
): Promise<boolean> {
  const where = { workspaceId, action, subject, detail: { path: [name], equals: value } };
  return (await tx.auditEntry.count({ where })) > 0;
}

export async function listWorkspaceIds(): Promise<readonly string[]> {
  return (await db().workspace.findMany({ select: { id: true } })).map(({ id }) => id);
}
