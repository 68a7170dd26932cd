import type { Health } from '@/lib/contracts/health';
import { db } from '@/server/db/client';

/** Whether database, queue and a worker answer, each within two seconds. Says nothing that a stranger should not know. */
const ANSWER_MS = 2000;
const BEAT_MS_MAX = 20_000;

export async function readHealth(): Promise<Health> {
  const [database, queue, worker] = await Promise.all([
    probe(() => db().$queryRaw`select 1`, 'answers'),
    probe(() => db().$queryRaw`select version from pgboss.version`, 'answers'),
    probe(freshBeats, (beats) => `${beats} fresh`),
  ]);
  return { ok: database.ok && queue.ok && worker.ok, database, queue, worker };
}

async function freshBeats(): Promise<number> {
  const beats = await db().workerBeat.count({
    where: { beatAt: { gte: new Date(Date.now() - BEAT_MS_MAX) } },
  });
  if (beats === 0) throw new Error('no worker has given a sign of life for 20 seconds');
  return beats;
}

async function probe<T>(
  ask: () => Promise<T>,
  say: string | ((value: T) => string),
): Promise<Health['database']> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('late')), ANSWER_MS);
  });
  try {
    const value = await Promise.race([ask(), late]);
    return { ok: true, detail: typeof say === 'string' ? say : say(value) };
  } catch (error) {
    // The error's own text may name hosts and users; this page is open to everybody.
    const isBeat = error instanceof Error && error.message.startsWith('no worker');
    return { ok: false, detail: isBeat ? error.message : 'does not answer' };
  } finally {
    clearTimeout(timer);
  }
}
