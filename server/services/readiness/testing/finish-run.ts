import { buildRecordFacts, type RecordedRun } from '@/lib/testing/builders/run-record';
import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';

/** Ends a run that was started, with this record in its ledger: for tests of what reads finished runs. */
export async function finishRun(
  runId: string,
  record: Pick<RecordedRun, 'n' | 'points' | 'costUsd'>,
): Promise<void> {
  const { measured, closed } = buildRecordFacts(record);
  const facts = [...measured, ...closed];
  await db().ledgerEntry.createMany({
    data: facts.map(({ type, key, data, measured: timing }, index) => ({
      runId,
      seq: index + 1,
      type,
      key,
      data: data as unknown as Prisma.InputJsonObject,
      measured: timing as unknown as Prisma.InputJsonObject,
      at: new Date(),
    })),
  });
  await db().run.update({ where: { id: runId }, data: { status: 'finished', lastSeq: facts.length } });
}
