import { setTimeout as wait } from 'node:timers/promises';

/** How many rollouts a worker has in hand on one queue, and what wakes it to look for more. Knows no jobs. */
export interface Slots {
  take(): void;
  free(): void;
  wake(): void;
  /** How many are free; waits until one is, or until it is woken to close. */
  untilFree(): Promise<number>;
  /** Until something was sent, a slot came free, or so much time has passed. */
  untilWoken(limitMs: number): Promise<void>;
  untilEmpty(): Promise<void>;
}

export function makeSlots(width: number): Slots {
  let taken = 0;
  let waiting: (() => void)[] = [];
  /** Woken while nobody waited: the next wait ends at once, or a note would be lost. */
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
