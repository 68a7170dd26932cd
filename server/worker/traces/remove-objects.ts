import type pg from 'pg';
import type { ObjectStore } from '@/lib/ports/object-store';
import { forgetObjects, listRemovable } from '@/server/repositories/trace-objects';

/** Removes objects that no part needs: of deleted traces, and of workers that died amid a move. */
const AT_ONCE = 16;

/** How many were removed. */
export async function removeObjects(
  pool: pg.Pool,
  store: ObjectStore,
  closing: AbortSignal,
): Promise<number> {
  let removed = 0;
  while (!closing.aborted) {
    const keys = await listRemovable(pool, AT_ONCE);
    if (keys.length === 0) break;
    await Promise.all(keys.map((key) => store.remove(key)));
    await forgetObjects(pool, keys);
    removed += keys.length;
  }
  return removed;
}
