import { db } from '@/server/db/client';
import type { JournalDecision, PriorityCandidate, Prisma } from '@/server/db/generated/client';

/** How a run's calls went out, as people read it, and the candidates that they put first. */

type Tx = Prisma.TransactionClient;

/**
 * Flushes of the journal's log, newest iteration first. Their keys are numbers of one length behind one prefix, so the
 * primary key gives the order and the page. One row more than asked for.
 */
export function listFlushRows(
  runId: string,
  page: { readonly before: string | undefined; readonly limit: number },
): Promise<JournalDecision[]> {
  return db().journalDecision.findMany({
    where: {
      runId,
      kind: 'flush',
      key: { startsWith: 'log/flush/', ...(page.before === undefined ? {} : { lt: page.before }) },
    },
    orderBy: { key: 'desc' },
    take: page.limit + 1,
  });
}

export interface CallSizes {
  readonly calls: number;
  readonly promptTokens: number | null;
  readonly answerTokens: number | null;
  readonly delayMs: number | null;
  /** Spread of the delays' logarithms. */
  readonly sigma: number | null;
}

/** Medians over the first answered calls of a run: a sample, since a median over all calls would read them all. */
export async function readCallSizes(runId: string, sample: number): Promise<CallSizes> {
  const [row] = await db().$queryRaw<CallSizes[]>`
    SELECT count(*)::int AS calls,
      percentile_cont(0.5) WITHIN GROUP (ORDER BY "tokensIn") AS "promptTokens",
      percentile_cont(0.5) WITHIN GROUP (ORDER BY "tokensOut") AS "answerTokens",
      percentile_cont(0.5) WITHIN GROUP (ORDER BY "delayMs") AS "delayMs",
      stddev_samp(ln(greatest("delayMs", 0.001))) AS sigma
    FROM (
      SELECT "tokensIn", "tokensOut", "delayMs" FROM "JournalCall"
      WHERE "runId" = ${runId} AND "delayMs" IS NOT NULL AND NOT cached ORDER BY iteration LIMIT ${sample}
    ) AS answered`;
  return row ?? { calls: 0, promptTokens: null, answerTokens: null, delayMs: null, sigma: null };
}

export function listPriorityRows(runId: string, limit: number): Promise<PriorityCandidate[]> {
  return db().priorityCandidate.findMany({
    where: { runId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit,
  });
}

export function findWaitingPriority(runId: string, tx: Tx): Promise<PriorityCandidate | null> {
  return tx.priorityCandidate.findFirst({ where: { runId, takenAt: null } });
}

export function createPriorityRow(
  row: Pick<PriorityCandidate, 'id' | 'runId' | 'text' | 'hash' | 'createdBy'>,
  tx: Tx,
): Promise<PriorityCandidate> {
  return tx.priorityCandidate.create({ data: row });
}
