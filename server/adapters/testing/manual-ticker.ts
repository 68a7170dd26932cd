import type { Ticker } from '@/server/adapters/ticker';

/** Time that is moved by hand; timers go off in order as it passes. */
export function manualTicker() {
  let now = 0;
  let timers: { at: number; then: () => void }[] = [];
  const ticker: Ticker = {
    nowMs: () => now,
    monotonicMs: () => now,
    after(ms, then) {
      const timer = { at: now + ms, then };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
  };
  const advance = async (ms: number) => {
    const end = now + ms;
    for (;;) {
      await Promise.resolve();
      const next = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      timers = timers.filter((timer) => timer !== next);
      now = Math.max(now, next.at);
      next.then();
    }
    now = end;
    await Promise.resolve();
  };
  return { ticker, advance };
}
