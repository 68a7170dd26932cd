import type pg from 'pg';
import type { ObjectStore } from '@/lib/ports/object-store';
import type { BodyPlace, PartBodies, SettledBodies } from '@/lib/ports/part-bodies';
import { lockObjects, unlockObjects } from '@/server/repositories/trace-objects';
import { type MoveSettings, moveBodies } from './move-bodies';
import { removeObjects } from './remove-objects';

/** Bodies of complete traces in a store outside, one object for each time that a trace was moved. */
const SETTLED_SECONDS = 300;
const AT_ONCE = 8;

export function bodiesInObjects(
  pool: pg.Pool,
  store: ObjectStore,
  settings: MoveSettings = { settledSeconds: SETTLED_SECONDS },
): PartBodies {
  return {
    read: (places) => readPlaces(store, places),
    settle: (closing) =>
      alone(pool, async () => {
        const moved = await moveBodies(pool, store, { ...settings, closing });
        const removed = await removeObjects(pool, store, closing);
        return { moved, removed };
      }),
  };
}

/** Does nothing while another worker is at it. */
async function alone(pool: pg.Pool, work: () => Promise<SettledBodies>): Promise<SettledBodies> {
  const client = await pool.connect();
  let isLocked = true;
  try {
    isLocked = await lockObjects(client);
    return isLocked ? await work() : { moved: 0, removed: 0 };
  } finally {
    const fault = isLocked ? await unlockObjects(client).catch((error: Error) => error) : undefined;
    // A connection that failed may hold the lock: it is closed.
    client.release(fault ?? undefined);
  }
}

/** Reads each object once, some of them at a time. */
async function readPlaces(store: ObjectStore, places: readonly BodyPlace[]) {
  const keys = [...new Set(places.map(({ key }) => key))];
  const objects = new Map<string, Uint8Array | null>();
  for (let from = 0; from < keys.length; from += AT_ONCE) {
    const some = keys.slice(from, from + AT_ONCE);
    const read = await Promise.all(some.map((key) => store.read(key)));
    for (const [index, key] of some.entries()) objects.set(key, read[index] ?? null);
  }
  return places.map(({ key, from, bytes }) => objects.get(key)?.subarray(from, from + bytes) ?? null);
}
