import { setTimeout as wait } from 'node:timers/promises';

/** Looks when woken, and at an interval in case a notification was lost; at most once in `LOOK_MS_MIN`. */
export interface LookOut {
  wake(): void;
  close(): Promise<void>;
}

const LOOK_MS_MIN = 200;

/** `look` never throws: the caller that waits receives the error. */
export function makeLookOut(look: () => Promise<void>, longestMs: () => number): LookOut {
  const closed = new AbortController();
  const { signal } = closed;
  let wake: () => void = () => undefined;
  const pause = (ms: number) => wait(ms, undefined, { signal }).catch(() => undefined);

  async function keepLooking(): Promise<void> {
    while (!signal.aborted) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      // A wake-up during the last look is handled here.
      await look();
      await pause(LOOK_MS_MIN);
      await Promise.race([woken, pause(longestMs())]);
    }
  }

  const ended = keepLooking();
  return {
    wake: () => wake(),
    async close() {
      closed.abort();
      await ended;
    },
  };
}
