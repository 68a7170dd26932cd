import type { Health } from '@/lib/contracts/health';
import { config } from '@/server/config/config';
import { db } from '@/server/db/client';
import { bytesWords, databaseRoom, LOW_BYTES } from '@/server/db/disk-room';

/** Whether database, queue and a worker answer, each within two seconds, and whether the disk has room. Says nothing that a stranger should not know. */
const ANSWER_MS = 2000;
const BEAT_MS_MAX = 20_000;

export async function readHealth(): Promise<Health> {
  const [database, queue, worker] = await Promise.all([
    probe(() => db().$queryRaw`select 1`, 'answers'),
    probe(() => db().$queryRaw`select version from pgboss.version`, 'answers'),
    probe(freshBeats, (beats) => `${beats} fresh`),
  ]);
  const disk = readDisk();
  const ok = database.ok && queue.ok && worker.ok && disk.ok;
  return { ok, database, queue, worker, disk };
}

function readDisk(): Health['disk'] {
  const room = databaseRoom(config());
  if (room === null) return { ok: true, detail: 'not seen from here: the database is not the embedded one' };
  const left = `${bytesWords(room.freeBytes)} left`;
  if (room.state === 'full') return { ok: false, detail: `full, ${left}: runs are paused` };
  return { ok: true, detail: room.state === 'low' ? `${left}, below ${bytesWords(LOW_BYTES)}` : left };
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
