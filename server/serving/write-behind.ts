import { logOf } from '@/server/observability/log';

/**
 * Items on their way to the database, a batch at a time and in their order. While Postgres is away they wait in memory; how
 * many may wait is for the one who adds.
 */
export interface WriteBehind<Item> {
  add(item: Item): void;
  readonly waiting: number;
  flush(): Promise<void>;
  /** Writes what waits, once. */
  close(): Promise<void>;
}

interface Ports<Item> {
  /** A batch whose writing throws is written again. */
  readonly write: (batch: readonly Item[]) => Promise<void>;
  readonly flushMs: number;
  readonly batch: number;
  /** Said once when writing begins to fail. */
  readonly away: string;
}

export function makeWriteBehind<Item>({ write, flushMs, batch: size, away }: Ports<Item>): WriteBehind<Item> {
  let waiting: Item[] = [];
  let flushing: Promise<void> | undefined;
  let isAway = false;

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, size);
      await write(batch);
      waiting = waiting.slice(batch.length);
    }
  }

  /** Told once; what waits is what is left to do. */
  function flush(): Promise<void> {
    flushing ??= writeAll()
      .then(
        () => {
          isAway = false;
        },
        (err: unknown) => {
          if (!isAway) logOf('gateway').warn({ err }, away);
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
    add: (item) => void waiting.push(item),
    get waiting() {
      return waiting.length;
    },
    flush,
    async close() {
      clearInterval(timer);
      await flushing;
      await flush();
    },
  };
}
