import { db } from '@/server/db/client';

/** Resolves when a session waits for a lock, or the work has ended without one: for tests of simultaneous writes. */
export async function waitsForLock(work: Promise<unknown>): Promise<void> {
  let isDone = false;
  const end = () => {
    isDone = true;
  };
  work.then(end, end);
  for (;;) {
    const [row] = await db().$queryRaw<
      { n: number }[]
    >`SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
    if (isDone || (row?.n ?? 0) > 0) return;
  }
}
