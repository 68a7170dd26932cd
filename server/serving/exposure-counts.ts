import type pg from 'pg';
import type { Variant } from '@/lib/canary/bucketing';
import type { Clock } from '@/lib/ports/clock';
import { logOf } from '@/server/observability/log';
import { type ExposureCountRow, writeExposureCounts } from '@/server/repositories/exposures';

/**
 * Counts what was served, by second, and writes the seconds that are over. What cannot be written stays in memory and is
 * written when Postgres is back: a row says the final number of its second, so writing it twice counts nothing twice.
 * Cost of an exposure: a look into a map.
 */
export interface Served {
  readonly slotId: string;
  readonly promptId: string;
  readonly variant: Variant;
}

export interface ExposureCounts {
  count(served: Served): void;
  /** Rows that are not written yet. */
  readonly waiting: number;
  /** Writes the seconds that are over; a failure leaves them where they are. */
  flush(): Promise<void>;
  /** Writes everything; for a process that ends. */
  close(): Promise<void>;
}

interface Ports {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  /** Tells this process from all others, earlier ones included. */
  readonly process: string;
  readonly flushMs?: number;
}

const FLUSH_MS = 1_000;
const ROWS_MAX = 2_000;
const SECOND_MS = 1000;

export function makeExposureCounts({ pool, clock, process, flushMs = FLUSH_MS }: Ports): ExposureCounts {
  const rows = new Map<string, ExposureCountRow & { count: number }>();
  let second = 0;
  let flushing: Promise<void> | undefined;
  let isAway = false;

  /** Never back: a second that was written is over, whatever the clock says. */
  const secondNow = () => {
    second = Math.max(second, Math.floor(clock.nowMs() / SECOND_MS));
    return second;
  };

  async function write(isEnd: boolean): Promise<void> {
    const before = secondNow() * SECOND_MS;
    const due = [...rows].filter(([, { at }]) => isEnd || at.getTime() < before);
    for (let from = 0; from < due.length; from += ROWS_MAX) {
      const part = due.slice(from, from + ROWS_MAX);
      await writeExposureCounts(
        pool,
        part.map(([, row]) => row),
      );
      for (const [key] of part) rows.delete(key);
    }
  }

  /** Told once; the rows themselves are what is left to do. */
  function flush(isEnd = false): Promise<void> {
    flushing ??= write(isEnd)
      .then(
        () => {
          isAway = false;
        },
        (err: unknown) => {
          if (!isAway) logOf('exposures').warn({ err }, 'Exposures cannot be written now and are kept.');
          isAway = true;
        },
      )
      .finally(() => {
        flushing = undefined;
      });
    return flushing;
  }

  const timer = setInterval(() => void flush(), flushMs);
  timer.unref();
  return {
    count({ slotId, promptId, variant }) {
      const now = secondNow();
      const key = `${slotId} ${promptId} ${variant} ${now}`;
      const row = rows.get(key);
      if (row) row.count += 1;
      else rows.set(key, { slotId, promptId, variant, at: new Date(now * SECOND_MS), process, count: 1 });
    },
    get waiting() {
      return rows.size;
    },
    flush: () => flush(),
    async close() {
      clearInterval(timer);
      await flushing;
      await flush(true);
    },
  };
}
