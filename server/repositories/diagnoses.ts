import { AppError } from '@/lib/errors/app-error';
import { db } from '@/server/db/client';
import type { Diagnosis, Prisma } from '@/server/db/generated/client';
import { afterCursor, NEWEST_FIRST } from './keyset';
import { withManifest } from './stored-manifest';

/** Serial diagnoses, by the hash of what they hold for (task, split, method, hardware). The newest one counts. */
type Tx = Prisma.TransactionClient;

export function findNewestDiagnosis(workspaceId: string, scopeHash: string): Promise<Diagnosis | null> {
  return db().diagnosis.findFirst({ where: { workspaceId, scopeHash }, orderBy: [...NEWEST_FIRST] });
}

/** Fields of a diagnosis that a link to it needs. */
export type DiagnosisLink = Pick<Diagnosis, 'id' | 'scopeHash' | 'verdict' | 'createdAt'>;

/** The newest one of each scope, by the scope's hash. The database leaves the others, and every curve, where they are. */
export async function findNewestByScope(
  workspaceId: string,
  scopeHashes: readonly string[],
): Promise<ReadonlyMap<string, DiagnosisLink>> {
  const rows = await db().$queryRaw<DiagnosisLink[]>`
    SELECT DISTINCT ON ("scopeHash") id, "scopeHash", verdict, "createdAt" FROM "Diagnosis"
    WHERE "workspaceId" = ${workspaceId} AND "scopeHash" = ANY(${[...new Set(scopeHashes)]})
    ORDER BY "scopeHash", "createdAt" DESC, id DESC`;
  return new Map(rows.map((row) => [row.scopeHash, row]));
}

/** Diagnoses since the last go: each was a chance of one, so each counts as a look when the question is put again. */
export async function countSinceGo(workspaceId: string, scopeHash: string, tx: Tx = db()): Promise<number> {
  const scope = { workspaceId, scopeHash };
  const go = await tx.diagnosis.findFirst({
    where: { ...scope, verdict: 'go' },
    orderBy: { createdAt: 'desc' },
    select: { createdAt: true },
  });
  return tx.diagnosis.count({ where: { ...scope, createdAt: { gt: go?.createdAt ?? new Date(0) } } });
}

export interface NewDiagnosis {
  readonly id: string;
  readonly workspaceId: string;
  readonly scopeHash: string;
  readonly runId: string | null;
  readonly importedRunId?: string;
  readonly verdict: 'go' | 'noGo' | 'undecided';
  readonly reason: string;
  readonly detail: Prisma.InputJsonObject;
  readonly hash?: string;
  readonly createdAt?: Date;
}

export async function isDiagnosed(runId: string, tx: Tx): Promise<boolean> {
  return (await tx.diagnosis.findFirst({ where: { runId }, select: { id: true } })) !== null;
}

export function addDiagnosis(diagnosis: NewDiagnosis, tx: Tx = db()): Promise<Diagnosis> {
  return tx.diagnosis.create({ data: diagnosis });
}

/** Serialises requests about one scope, so that no two take the same look. */
export async function lockScope(scopeHash: string, tx: Tx): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${scopeHash}, 0))`;
}

export interface DiagnosisPage {
  readonly verdict: string | undefined;
  readonly runId: string | undefined;
  readonly importedRunId: string | undefined;
  readonly cursor: string | undefined;
  readonly limit: number;
}

/** One row more than asked for, so that the caller knows whether there is a next page. */
export function listDiagnosisRows(workspaceId: string, page: DiagnosisPage): Promise<Diagnosis[]> {
  const { verdict, runId, importedRunId } = page;
  return db().diagnosis.findMany({
    where: {
      workspaceId,
      ...(verdict === undefined ? {} : { verdict }),
      ...(runId === undefined ? {} : { runId }),
      ...(importedRunId === undefined ? {} : { importedRunId }),
      ...afterCursor(page.cursor),
    },
    orderBy: [...NEWEST_FIRST],
    take: page.limit + 1,
  });
}

/** @throws AppError NOT_FOUND */
export async function getDiagnosisRow(workspaceId: string, id: string): Promise<Diagnosis> {
  const row = await db().diagnosis.findFirst({ where: { workspaceId, id } });
  if (row === null) throw new AppError('NOT_FOUND', 'This diagnosis does not exist.', { context: { id } });
  return row;
}

/** The serial run that a diagnosis reads. Null where it is gone. */
export async function findDiagnosedRun(workspaceId: string, id: string) {
  const row = await db().run.findFirst({
    where: { workspaceId, id },
    select: { id: true, label: true, seed: true, kind: true, status: true, manifest: true, practice: true },
  });
  return row && withManifest(row);
}
export type DiagnosedRun = NonNullable<Awaited<ReturnType<typeof findDiagnosedRun>>>;
