import type pg from 'pg';
import type { ProviderLimiter } from '@/server/adapters/provider-limiter';

/**
 * Divides each provider's limits among the live workers that have calls on it. A worker claims a part of 1 in its
 * beat; claims are made one after the other, and none takes more than the others have left, so that their sum never
 * passes 1, not even while a worker joins: the newcomer waits until those before it have let go of what it may have.
 * A worker whose beats stop being written loses its claim after LIVE_MS, and by its own clock stops using it then.
 */
export const BEAT_MS = 5_000;
export const LIVE_MS = 10_000;

export interface OthersClaim {
  /** Sum of the claims of the other live workers on this provider. */
  readonly claimed: number;
  readonly workers: number;
}

export interface Claim {
  /** Part in the beat's row: no other worker can have it. */
  readonly claimed: number;
  /** Part for new calls; less than claimed while calls above the share are in flight. */
  readonly usable: number;
}

/** `inFlight` is the part of the concurrency that calls under way take up. */
export function claimShare(others: OthersClaim, inFlight: number): Claim {
  const fair = 1 / (others.workers + 1);
  const free = Math.max(0, 1 - others.claimed);
  return { claimed: Math.min(free, Math.max(fair, inFlight)), usable: Math.min(free, fair) };
}

export interface ShareKeeperParts {
  readonly pool: pg.Pool;
  readonly worker: string;
  /** Providers of this process by id, used or not. */
  readonly limiters: () => ReadonlyMap<string, ProviderLimiter>;
}

interface LiveRow {
  readonly providers: string[];
  readonly shares: number[];
  readonly ageMs: number;
}

/** Claims for every provider in use and hands the limiters their shares. Returns the content of the beat's row. */
export function makeShareKeeper({ pool, worker, limiters }: ShareKeeperParts) {
  let lapse: NodeJS.Timeout | undefined;

  const claimAll = (used: readonly [string, ProviderLimiter][], others: readonly LiveRow[]) =>
    used.map(([id, limiter]) => {
      const theirs = others.flatMap(({ providers, shares }) => {
        const index = providers.indexOf(id);
        return index === -1 ? [] : [shares[index] ?? 0];
      });
      const sum = theirs.reduce((total, share) => total + share, 0);
      const claim = claimShare({ claimed: sum, workers: theirs.length }, limiter.inFlightShare);
      // A sliver that holds no whole call is gathered until it does, unless the limit is too small for all anyway.
      const isSliver = claim.usable * limiter.concurrency < 1 && limiter.concurrency > theirs.length;
      return { id, limiter, claim, usable: isSliver ? 0 : claim.usable, isAlone: theirs.length === 0 };
    });

  return {
    /** @returns after how long the soonest of the other workers would count as dead. */
    async claim(beat: (client: pg.PoolClient, providers: string[], shares: number[]) => Promise<void>) {
      const startedMs = performance.now();
      const used = [...limiters()].filter(([, limiter]) => limiter.isInUse());
      const client = await pool.connect();
      let broken: Error | undefined;
      try {
        await client.query('BEGIN');
        await client.query('SELECT pg_advisory_xact_lock($1)', [CLAIM_LOCK]);
        const { rows } = await client.query<LiveRow>(OTHERS, [worker, LIVE_MS]);
        const claims = claimAll(used, rows);
        await beat(
          client,
          claims.map(({ id }) => id),
          claims.map(({ claim }) => claim.claimed),
        );
        await client.query('COMMIT');
        clearTimeout(lapse);
        const leftMs = Math.max(0, LIVE_MS - (performance.now() - startedMs));
        lapse = setTimeout(() => {
          for (const limiter of limiters().values()) limiter.setShare(0);
        }, leftMs).unref();
        for (const { limiter, usable, isAlone } of claims) limiter.setShare(usable, { isAlone });
        for (const [id, limiter] of limiters()) {
          if (!claims.some((one) => one.id === id)) limiter.setShare(0);
        }
        return Math.min(...rows.map(({ ageMs }) => LIVE_MS - ageMs), BEAT_MS);
      } catch (error) {
        broken = error as Error;
        throw error;
      } finally {
        client.release(broken);
      }
    },
    stop() {
      clearTimeout(lapse);
    },
  };
}

/** Arbitrary number that no other lock of the product uses. */
const CLAIM_LOCK = 7_270_001;

const OTHERS = `
SELECT providers, shares, extract(epoch FROM clock_timestamp() - "beatAt") * 1000 AS "ageMs" FROM "WorkerBeat"
WHERE id <> $1 AND "beatAt" > clock_timestamp() - $2 * interval '1 millisecond'`;
