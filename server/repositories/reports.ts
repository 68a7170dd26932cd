import { AppError } from '@/lib/errors/app-error';
import { db } from '@/server/db/client';
import type { Prisma, StrategyReport } from '@/server/db/generated/client';
import { afterCursor, NEWEST_FIRST } from './keyset';

/** Plans and reports, every version of them. A version is written once and never changed, but for its review state. */
type Tx = Prisma.TransactionClient;

export interface ReportPage {
  readonly experimentId: string | undefined;
  readonly runId: string | undefined;
  readonly kind: string | undefined;
  readonly cursor: string | undefined;
  readonly limit: number;
}

/** One row more than asked for, so that the caller knows whether there is a next page; without what they say. */
export function listReportRows(
  workspaceId: string,
  page: ReportPage,
): Promise<Omit<StrategyReport, 'content'>[]> {
  return db().strategyReport.findMany({
    where: {
      workspaceId,
      ...(page.experimentId ? { experimentId: page.experimentId } : {}),
      ...(page.runId ? { subjectId: page.runId } : {}),
      ...(page.kind ? { kind: page.kind } : {}),
      ...afterCursor(page.cursor),
    },
    omit: { content: true },
    orderBy: [...NEWEST_FIRST],
    take: page.limit + 1,
  });
}

/** Fields of a report's content that a list shows. */
export interface ReportSaid {
  readonly experiment: string;
  readonly runId: string | null;
  readonly headline: string;
  readonly practice: boolean;
}

/** Picked out in the database: the contents of a page of reports would be megabytes. By the report's id. */
export async function readSaid(ids: readonly string[]): Promise<ReadonlyMap<string, ReportSaid>> {
  const rows = await db().$queryRaw<(ReportSaid & { id: string })[]>`
    SELECT id, content #>> '{strategy,subject,experiment}' AS experiment,
      content #>> '{strategy,subject,runId}' AS "runId", content #>> '{document,lead}' AS headline,
      (content #>> '{strategy,practice}')::boolean AS practice
    FROM "StrategyReport" WHERE id = ANY(${[...ids]})`;
  return new Map(rows.map(({ id, ...said }) => [id, said]));
}

/** @throws AppError NOT_FOUND */
export async function getReportRow(workspaceId: string, id: string, tx: Tx = db()): Promise<StrategyReport> {
  const row = await tx.strategyReport.findFirst({ where: { workspaceId, id } });
  if (row === null) throw new AppError('NOT_FOUND', 'This report does not exist.', { context: { id } });
  return row;
}

interface Subject {
  readonly workspaceId: string;
  readonly kind: string;
  readonly subjectId: string;
}

/** Held until the transaction ends, so that two makers at once get two numbers. */
export async function lockSubject({ kind, subjectId }: Subject, tx: Tx): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`report:${kind}:${subjectId}`}, 0))`;
}

export function findNewestReport(subject: Subject, tx: Tx = db()): Promise<StrategyReport | null> {
  const { workspaceId, kind, subjectId } = subject;
  return tx.strategyReport.findFirst({
    where: { workspaceId, kind, subjectId },
    orderBy: { version: 'desc' },
  });
}

const VERSIONS_MAX = 200;

/** Newest first, without what they say. */
export function listVersions({ workspaceId, kind, subjectId }: Subject, tx: Tx = db()) {
  return tx.strategyReport.findMany({
    where: { workspaceId, kind, subjectId },
    omit: { content: true },
    orderBy: { version: 'desc' },
    take: VERSIONS_MAX,
  });
}

export function createReportRow(
  row: Omit<Prisma.StrategyReportUncheckedCreateInput, 'state'>,
  tx: Tx,
): Promise<StrategyReport> {
  return tx.strategyReport.create({ data: row });
}

/** Answers of the set-up that the experiment came from; null where it was made without. */
export function findIntakeOf(workspaceId: string, experimentId: string) {
  return db().intake.findFirst({
    where: { workspaceId, experimentId },
    select: { answers: true, reasons: true },
  });
}

export function findSplitStatements(workspaceId: string, splitId: string) {
  return db().splitRegistration.findFirst({
    where: { id: splitId, dataset: { workspaceId } },
    select: {
      name: true,
      owner: true,
      usedToTune: true,
      usedToTuneNote: true,
      dataset: { select: { name: true } },
    },
  });
}

/** Ids among these that are providers of this workspace. */
export async function findProviderIds(
  workspaceId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db().provider.findMany({
    where: { workspaceId, id: { in: [...ids] }, archivedAt: null },
    select: { id: true },
  });
  return new Set(rows.map(({ id }) => id));
}
