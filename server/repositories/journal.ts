import { db } from '@/server/db/client';
import type { JournalCall } from '@/server/db/generated/client';

/** The journal as people read it. Workers write it through server/ledger. */

/** In flight: sent and not answered, now or by a worker that died. Counted of the kept totals: calls can be many. */
export async function countCalls(runId: string): Promise<{ inFlight: number; possiblyPaidTwice: number }> {
  const { unanswered, possiblyPaidTwice } = await sumOfTotals(runId);
  return { inFlight: unanswered, possiblyPaidTwice };
}

export async function countAnswered(runId: string): Promise<number> {
  const { calls, unanswered } = await sumOfTotals(runId);
  return calls - unanswered;
}

async function sumOfTotals(runId: string) {
  const sum = { calls: true, unanswered: true, possiblyPaidTwice: true } as const;
  const { _sum } = await db().callTotal.aggregate({ where: { runId }, _sum: sum });
  return {
    calls: _sum.calls ?? 0,
    unanswered: _sum.unanswered ?? 0,
    possiblyPaidTwice: _sum.possiblyPaidTwice ?? 0,
  };
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
