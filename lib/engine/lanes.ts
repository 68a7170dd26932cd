/**
 * A counting gate: at most `width` calls in flight, the rest wait in order of arrival. Fairness between runs and the
 * provider's own ceiling are not its business; they live with the provider's adapter.
 */
export interface Lanes {
  /** Resolves when a lane is free; the caller must release it exactly once. */
  acquire(): Promise<void>;
  release(): void;
  readonly inUse: number;
  readonly width: number;
  /** Calls whenever a lane has become free and nobody stood in line for it. */
  onFree(listen: () => void): void;
}

export function makeLanes(width: number): Lanes {
  const waiting: (() => void)[] = [];
  const listeners: (() => void)[] = [];
  let inUse = 0;
  return {
    acquire() {
      if (inUse < width) {
        inUse += 1;
        return Promise.resolve();
      }
      return new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
    },
    release() {
      const next = waiting.shift();
      // The lane goes straight to the next in line, so that a newcomer cannot slip in between.
      if (next) return next();
      inUse -= 1;
      for (const listen of listeners) listen();
    },
    get inUse() {
      return inUse;
    },
    width,
    onFree(listen) {
      listeners.push(listen);
    },
  };
}
