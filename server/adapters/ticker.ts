import type { Clock } from '@/lib/ports/clock';

/** A clock that can also call back, so that waiting is moved by hand in tests. */
export interface Ticker extends Clock {
  /** Calls `then` once after `ms`; the returned function takes it back. */
  after(ms: number, then: () => void): () => void;
}

export const systemTicker: Ticker = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  after(ms, then) {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
};

/** Waits; throws the signal's reason as soon as it aborts. */
export function wait(ticker: Ticker, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      takeBack();
      reject(signal?.reason);
    };
    const takeBack = ticker.after(ms, () => {
      signal?.removeEventListener('abort', stop);
      resolve();
    });
    signal?.addEventListener('abort', stop, { once: true });
  });
}
