import { db } from '@/server/db/client';

/** Until somebody waits for a lock, or the work has ended without one: for tests of what happens at one moment. */
export async function waitsForLock(work: Promise<unknown>): Promise<void> {
  let isDone = false;
  const end = () => {
    isDone = true;
  };
  work.then(end, end);
  for (;;) {
    const [row] = await db().$queryRaw<
      { n: number }[]
    >`SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted`;
    if (isDone || (row?.n ?? 0) > 0) return;
  }
}
