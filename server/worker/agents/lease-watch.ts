import type pg from 'pg';
import { isDatabaseGone } from '@/lib/errors/database-gone';
import type { AttemptOffers } from '@/server/adapters/agents/runner-agent';
import { holdingOut } from '@/server/ledger/database-fault';
import { logOf } from '@/server/observability/log';
import type { AttemptName } from '@/server/repositories/rollouts';
import { lookAtLeases, offerAttempt, recallAttempt } from '@/server/repositories/runner-leases';

/**
 * Attempts of this worker that are offered to runners. One query a second for all of them says that their worker is alive
 * and recalls the leases that ran out.
 */
const LOOK_MS = 1_000;

const watches = new WeakMap<pg.Pool, AttemptOffers>();

/** One for all runs of this process. */
export function leaseWatch(pool: pg.Pool): AttemptOffers {
  const watch = watches.get(pool) ?? makeLeaseWatch(pool);
  watches.set(pool, watch);
  return watch;
}

const keyOf = ({ id, attempt }: AttemptName) => `${id}/${attempt}`;

function makeLeaseWatch(pool: pg.Pool): AttemptOffers {
  const offered = new Map<string, { readonly name: AttemptName; readonly lapse: () => void }>();
  let timer: NodeJS.Timeout | undefined;

  async function look(): Promise<void> {
    try {
      const names = [...offered.values()].map(({ name }) => name);
      for (const name of await lookAtLeases(pool, names)) offered.get(keyOf(name))?.lapse();
    } catch (error) {
      const { message } = error as Error;
      logOf('agent')[isDatabaseGone(error) ? 'debug' : 'warn']({ error: message }, 'No look at leases.');
    }
  }

  function keepLooking(): void {
    timer = setTimeout(async () => {
      await look();
      if (offered.size > 0) keepLooking();
      else timer = undefined;
    }, LOOK_MS);
  }

  return {
    async offer(name) {
      const key = keyOf(name);
      const lapsed = new Promise<void>((lapse) => offered.set(key, { name, lapse }));
      if (timer === undefined) keepLooking();
      await holdingOut(() => offerAttempt(pool, name)).catch((error: unknown) => {
        offered.delete(key);
        throw error;
      });
      return { lapsed, leave: () => void offered.delete(key) };
    },
    recall: (name) => holdingOut(() => recallAttempt(pool, name)),
  };
}
