import { isDatabaseGone } from '@/lib/errors/database-gone';
import type { Clock } from '@/lib/ports/clock';
import type { KeepingPolicy } from './receive-work';

/** Policies of workspaces, each read again after some seconds; while Postgres is away a known one holds. */
const FRESH_MS = 5_000;
const KEPT_MAX = 10_000;

interface Known {
  readonly policy: KeepingPolicy;
  readonly readAtMs: number;
}

export function makeTracePolicies(
  read: (workspaceId: string) => Promise<KeepingPolicy>,
  clock: Pick<Clock, 'monotonicMs'>,
): (workspaceId: string) => Promise<KeepingPolicy> {
  const known = new Map<string, Known>();
  return async (workspaceId) => {
    const held = known.get(workspaceId);
    const now = clock.monotonicMs();
    if (held !== undefined && now - held.readAtMs < FRESH_MS) return held.policy;
    try {
      const policy = await read(workspaceId);
      if (known.size >= KEPT_MAX) known.clear();
      known.set(workspaceId, { policy, readAtMs: now });
      return policy;
    } catch (error) {
      if (held !== undefined && isDatabaseGone(error)) return held.policy;
      throw error;
    }
  };
}
