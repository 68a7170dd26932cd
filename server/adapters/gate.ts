/** Runs `work` once there is a place for it. Throws the signal's reason if that aborts while it waits. */
export type Gate = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/** At most `width` at once, the rest in order of arrival. */
export function makeGate(width: number): Gate {
  const waiting: (() => void)[] = [];
  let busy = 0;
  const turn = (signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const enter = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        waiting.splice(waiting.indexOf(enter), 1);
        reject(signal?.reason);
      };
      signal?.throwIfAborted();
      signal?.addEventListener('abort', leave, { once: true });
      waiting.push(enter);
    });
  return async (work, signal) => {
    if (busy < width) busy += 1;
    else await turn(signal);
    try {
      return await work();
    } finally {
      // The place goes straight to the next in line.
      const next = waiting.shift();
      if (next) next();
      else busy -= 1;
    }
  };
}
