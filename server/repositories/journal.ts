import { db } from '@/server/db/client';
import type { JournalCall } from '@/server/db/generated/client';

/** The journal as people read it. Workers write it through server/ledger. */

/** In flight: sent and not answered, now or by a worker that died. */
export async function countCalls(runId: string): Promise<{ inFlight: number; possiblyPaidTwice: number }> {
  const [inFlight, possiblyPaidTwice] = await Promise.all([
    db().journalCall.count({ where: { runId, answeredAt: null } }),
    db().journalCall.count({ where: { runId, dispatches: { gt: 1 } } }),
  ]);
  return { inFlight, possiblyPaidTwice };
}

export function countAnswered(runId: string): Promise<number> {
  return db().journalCall.count({ where: { runId, answeredAt: { not: null } } });
}

/** Calls in the order in which they were sent. */
export function listCallRows(runId: string, keys: readonly string[]): Promise<JournalCall[]> {
  return db().journalCall.findMany({
    where: { runId, key: { in: [...keys] } },
    orderBy: [{ sentAt: 'asc' }, { key: 'asc' }],
  });
}

export async function readTextsByHash(hashes: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db().text.findMany({ where: { hash: { in: [...new Set(hashes)] } } });
  return new Map(rows.map(({ hash, body }) => [hash, body]));
}
