import { db } from '@/server/db/client';
import type { InsightCommand, Prisma } from '@/server/db/generated/client';

/** Commands of people about single lines of a run's playbook: added once, never changed but for when a run took them. */

type Tx = Prisma.TransactionClient;

/** In their order. */
export function listInsightCommands(runId: string, tx: Tx = db()): Promise<InsightCommand[]> {
  return tx.insightCommand.findMany({ where: { runId }, orderBy: { position: 'asc' } });
}

export function addInsightCommand(
  row: Omit<InsightCommand, 'createdAt' | 'takenIteration'>,
  tx: Tx,
): Promise<InsightCommand> {
  return tx.insightCommand.create({ data: row });
}

/** The newest version of a run's playbook that holds this line; null where none does. */
export async function findVersionWith(runId: string, bulletId: string, tx: Tx): Promise<string | null> {
  const [row] = await tx.$queryRaw<{ text: string }[]>`
    SELECT data->>'text' AS text FROM "LedgerEntry"
    WHERE "runId" = ${runId} AND type = 'candidate.created' AND EXISTS (
      SELECT 1 FROM string_to_table(data->>'text', E'\n') AS one
      WHERE starts_with(ltrim(one), '[' || ${bulletId} || ']'))
    ORDER BY seq DESC LIMIT 1`;
  return row?.text ?? null;
}
