/**
 * A counting gate: at most `width` calls in flight, the rest wait in order of arrival; calls of rank `behind` only take
 * lanes that no other call waits for, and that no listener takes at once. Fairness between runs and the provider's own ceiling are not its business; they
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
  /** Calls `listen` whenever a lane becomes free and no call of the first rank is waiting for it. */
  onFree(listen: () => void): void;
}

export type LaneRank = 'first' | 'behind';

export function makeLanes(initialWidth: number): Lanes {
  const waiting: Readonly<Record<LaneRank, (() => void)[]>> = { first: [], behind: [] };
  const listeners: (() => void)[] = [];
  let width = initialWidth;
  let inUse = 0;

  const letIn = (rank: LaneRank) => {
    while (inUse < width && waiting[rank].length > 0) {
      inUse += 1;
      waiting[rank].shift()?.();
    }
  };

  /** Listeners look at the lane after the present turn; what they leave goes to the calls behind. */
  const offer = () => {
    if (inUse >= width) return;
    for (const listen of listeners) listen();
    if (waiting.behind.length > 0) Promise.resolve().then(() => letIn('behind'));
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
      const next = inUse <= width ? waiting.first.shift() : undefined;
      if (next) return next();
      inUse -= 1;
      offer();
    },
    resize(wanted) {
      width = wanted;
      letIn('first');
      offer();
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
