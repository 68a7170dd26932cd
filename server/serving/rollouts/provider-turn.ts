import type { Permit, ProviderLimiter } from '@/server/adapters/provider-limiter';

/**
 * A call's turn at its provider, whose limits on requests, tokens and calls at once hold for all rollouts of this process.
 * Time in the queue is not the agent's: it is told as it passes, so that no deadline falls into it.
 */
export interface Turn {
  readonly limiter: ProviderLimiter;
  /** Rollouts of one run take turns with those of another. */
  readonly group: string;
  /** The call is likely to take so many. */
  readonly tokens: number;
  readonly onWait: (waitMs: number) => void;
}

const TELL_MS = 2_000;
/** A turn that comes at once is no wait. */
const NO_WAIT_MS = 20;

export async function takeTurn({ limiter, group, tokens, onWait }: Turn): Promise<{
  readonly permit: Permit;
  readonly waitedMs: number;
}> {
  const sinceMs = performance.now();
  let toldMs = 0;
  const tell = setInterval(() => {
    toldMs += TELL_MS;
    onWait(TELL_MS);
  }, TELL_MS);
  try {
    const permit = await limiter.acquire(group, tokens);
    const waitedMs = performance.now() - sinceMs;
    if (waitedMs - toldMs > NO_WAIT_MS) onWait(Math.round(waitedMs - toldMs));
    return { permit, waitedMs };
  } finally {
    clearInterval(tell);
  }
}
