/**
 * A counting gate: at most `width` calls in flight, the rest wait in order of arrival; calls of rank `behind` only take
 * lanes that no other call waits for. Fairness between runs and the provider's own ceiling are not its business; they
 * live with the provider's adapter.
 */
export interface Lanes {
  /** Resolves when a lane is free; the caller must release it exactly once. */
  acquire(rank?: LaneRank): Promise<void>;
  release(): void;
  /** More lanes let waiting calls through at once; fewer take effect as calls end, none is given up. */
  resize(width: number): void;
  readonly width: number;
  readonly inUse: number;
  /** Calls `listen` whenever a lane becomes free and no call is waiting for it. */
  onFree(listen: () => void): void;
}

export type LaneRank = 'first' | 'behind';

export function makeLanes(initialWidth: number): Lanes {
  const waiting: Readonly<Record<LaneRank, (() => void)[]>> = { first: [], behind: [] };
  const takeNext = () => waiting.first.shift() ?? waiting.behind.shift();
  const listeners: (() => void)[] = [];
  let width = initialWidth;
  let inUse = 0;

  /** The next call in line with a lane of its own; undefined where no lane is free or no call waits. */
  const takeFree = () => {
    const next = inUse < width ? takeNext() : undefined;
    if (next) inUse += 1;
    return next;
  };
  return {
    acquire(rank = 'first') {
      if (inUse < width) {
        inUse += 1;
        return Promise.resolve();
      }
      return new Promise<void>((resolve) => {
        waiting[rank].push(resolve);
      });
    },
    release() {
      // The lane goes straight to the next in line, so that a newcomer cannot slip in between.
      const next = inUse <= width ? takeNext() : undefined;
      if (next) return next();
      inUse -= 1;
      if (inUse >= width) return;
      for (const listen of listeners) listen();
    },
    resize(wanted) {
      width = wanted;
      for (let next = takeFree(); next; next = takeFree()) next();
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
