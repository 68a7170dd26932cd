import { isDatabaseGone } from '@/lib/errors/database-gone';
import { logOf } from '@/server/observability/log';
import type { LeaseAsked, LeasedAttempt } from '@/server/repositories/runner-leases';

/**
 * Runners that wait for work. They hear of offers by a note at once, and by one look a second for all of them together:
 * the number of runners that wait costs no query. A runner waits once; a second poll of it ends the first, whose answer
 * is no longer read.
 */
export interface LeaseDesk {
  /** Attempts for this runner; none once the wait is over, the runner is gone, or the desk closes. */
  wait(waiting: WaitingRunner): Promise<readonly LeasedAttempt[]>;
  /** Ends the wait of a runner that leaves. */
  leave(runner: Pick<LeaseAsked, 'agentId' | 'runnerId'>): void;
  /** Ends every wait. */
  close(): void;
}

export interface WaitingRunner extends LeaseAsked {
  /** Attempts that it knows of, as `id/attempt`. */
  readonly holding: readonly string[];
  readonly waitMs: number;
  /** The runner has hung up. */
  readonly signal: AbortSignal;
}

interface DeskParts {
  readonly lease: (asked: readonly LeaseAsked[]) => Promise<readonly LeasedAttempt[]>;
  readonly leaseAgain: (waiting: WaitingRunner) => Promise<readonly LeasedAttempt[]>;
  readonly release: (leased: readonly LeasedAttempt[]) => Promise<void>;
  /** Calls back at each offer; gives back the way to leave. */
  readonly onOffer: (hear: () => void) => () => void;
}

const LOOK_MS = 1_000;

type Give = (leased: readonly LeasedAttempt[]) => void;

const keyOf = ({ agentId, runnerId }: Pick<LeaseAsked, 'agentId' | 'runnerId'>) => `${agentId} ${runnerId}`;

export function makeLeaseDesk({ lease, leaseAgain, release, onOffer }: DeskParts): LeaseDesk {
  const waiting = new Map<string, { readonly asked: WaitingRunner; readonly give: Give }>();
  let looking: Promise<void> | undefined;
  let isAskedAgain = false;
  let isClosed = false;

  /** One look at a time: an offer that comes meanwhile is seen by the next one. */
  function look(): void {
    if (waiting.size === 0) return;
    if (looking !== undefined) {
      isAskedAgain = true;
      return;
    }
    looking = lookOnce()
      .catch((error: Error) => {
        const level = isDatabaseGone(error) ? 'debug' : 'warn';
        logOf('rollouts')[level]({ error: error.message }, 'No look for offered rollouts.');
      })
      .finally(() => {
        looking = undefined;
        if (isAskedAgain) look();
      });
    isAskedAgain = false;
  }

  async function lookOnce(): Promise<void> {
    const leased = await lease([...waiting.values()].map(({ asked }) => asked));
    const unclaimed: LeasedAttempt[] = [];
    const byRunner = new Map<string, LeasedAttempt[]>();
    for (const one of leased) byRunner.set(keyOf(one), [...(byRunner.get(keyOf(one)) ?? []), one]);
    for (const [key, attempts] of byRunner) {
      const there = waiting.get(key);
      const taken = there === undefined || there.asked.signal.aborted ? 0 : there.asked.free;
      unclaimed.push(...attempts.slice(taken));
      if (taken > 0) there?.give(attempts.slice(0, taken));
    }
    if (unclaimed.length > 0) await release(unclaimed);
  }

  const leave = onOffer(look);
  const timer = setInterval(look, LOOK_MS).unref();

  return {
    async wait(asked) {
      const key = keyOf(asked);
      waiting.get(key)?.give([]);
      const lost = await leaseAgain(asked);
      if (lost.length > 0 || isClosed || asked.signal.aborted) return lost;
      waiting.get(key)?.give([]);
      return new Promise((resolve) => {
        const give: Give = (leased) => {
          clearTimeout(over);
          asked.signal.removeEventListener('abort', hangUp);
          if (waiting.get(key)?.give === give) waiting.delete(key);
          resolve(leased);
        };
        const hangUp = () => give([]);
        const over = setTimeout(hangUp, asked.waitMs);
        asked.signal.addEventListener('abort', hangUp, { once: true });
        waiting.set(key, { asked, give });
        look();
      });
    },
    leave: (runner) => waiting.get(keyOf(runner))?.give([]),
    close() {
      isClosed = true;
      leave();
      clearInterval(timer);
      for (const { give } of waiting.values()) give([]);
    },
  };
}
