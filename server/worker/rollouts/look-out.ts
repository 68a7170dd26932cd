import { setTimeout as wait } from 'node:timers/promises';

/** Looks when woken, and every so often in case a note was lost; never more often than once in `LOOK_MS_MIN`. */
export interface LookOut {
  wake(): void;
  close(): Promise<void>;
}

const LOOK_MS_MIN = 200;

/** `look` never throws: what goes wrong is told to whoever waits. */
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
      // What woke it while it looked is seen here.
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
