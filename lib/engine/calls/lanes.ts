/**
 * A counting gate: at most `width` calls in flight, the rest wait in order of arrival. Fairness between runs and the
 * provider's own ceiling are not its business; they live with the provider's adapter.
 */
export interface Lanes {
  /** Resolves when a lane is free; the caller must release it exactly once. */
  acquire(): Promise<void>;
  release(): void;
  /** More lanes let waiting calls through at once; fewer take effect as calls end, none is given up. */
  resize(width: number): void;
  readonly width: number;
  readonly inUse: number;
  /** Calls `listen` whenever a lane becomes free and no call is waiting for it. */
  onFree(listen: () => void): void;
}

export function makeLanes(initialWidth: number): Lanes {
  const waiting: (() => void)[] = [];
  const listeners: (() => void)[] = [];
  let width = initialWidth;
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
      // The lane goes straight to the next in line, so that a newcomer cannot slip in between.
      const next = inUse <= width ? waiting.shift() : undefined;
      if (next) return next();
      inUse -= 1;
      if (inUse >= width) return;
      for (const listen of listeners) listen();
    },
    resize(wanted) {
      width = wanted;
      while (inUse < width && waiting.length > 0) {
        inUse += 1;
        waiting.shift()?.();
      }
      if (inUse < width) for (const listen of listeners) listen();
    },
    get width() {
      return width;
    },
    get inUse() {
      return inUse;
    },
    onFree(listen) {
      listeners.push(listen);
    },
  };
}
