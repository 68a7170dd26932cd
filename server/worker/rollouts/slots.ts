import { setTimeout as wait } from 'node:timers/promises';

/** Counts the rollouts that a worker carries for one queue, and wakes it to look for more. Knows no jobs. */
export interface Slots {
  take(): void;
  free(): void;
  wake(): void;
  /** Returns the number of free slots; waits until one is free, or until woken to close. */
  untilFree(): Promise<number>;
  /** Waits until a job was sent, a slot became free, or the limit has passed. */
  untilWoken(limitMs: number): Promise<void>;
  untilEmpty(): Promise<void>;
}

export function makeSlots(width: number): Slots {
  let taken = 0;
  let waiting: (() => void)[] = [];
  /** Woken without a waiter: the next wait ends at once, or a notification would be lost. */
  let isWoken = false;
  const wake = () => {
    isWoken = waiting.length === 0;
    const all = waiting;
    waiting = [];
    for (const go of all) go();
  };
  const woken = () =>
    new Promise<void>((resolve) => {
      waiting.push(resolve);
    });
  return {
    take() {
      taken += 1;
    },
    free() {
      taken -= 1;
      wake();
    },
    wake,
    async untilFree() {
      if (taken >= width) await woken();
      return Math.max(0, width - taken);
    },
    async untilWoken(limitMs) {
      const missed = isWoken;
      isWoken = false;
      if (missed) return;
      const enough = new AbortController();
      const late = wait(limitMs, undefined, { signal: enough.signal, ref: false }).catch(() => undefined);
      await Promise.race([woken(), late]);
      enough.abort();
    },
    async untilEmpty() {
      while (taken > 0) await woken();
    },
  };
}
