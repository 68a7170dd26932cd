import type pg from 'pg';
import type { RunControl } from '@/lib/domain/run';
import type { ControlChannel } from '@/lib/ports/run-control';
import type { Listener } from '@/server/events/listener';
import { holdingOut } from '@/server/ledger/database-fault';
import { leaseLost, type RunLease } from '@/server/ledger/lease';
import { logOf } from '@/server/observability/log';
import { CONTROL_CHANNEL } from '@/server/repositories/runs';
import { watchInsights } from './insight-watch';
import { watchPriorities } from './priority-watch';

/**
 * Control of a run as its worker receives it: by notification at once, and by polling every other second in case a
 * notification was lost. A pause interrupts the current iteration (calls in flight end and are kept); a stop waits
 * for the end of the iteration, so that the last state of the run is measured.
 */
export interface ControlWatch extends ControlChannel {
  /** The fence has moved: another worker carries this run. */
  readonly isLeaseLost: boolean;
  close(): void;
}

const LOOK_MS = 2_000;

export interface ControlSources {
  readonly pool: pg.Pool;
  readonly listener: Listener;
  /** The worker is closing, or the queue gave the job away. */
  readonly others: readonly AbortSignal[];
}

export function watchControl(lease: RunLease, sources: ControlSources): ControlWatch {
  const interrupted = new AbortController();
  let isLeaseLost = false;
  let lanesWanted: number | null = null;

  async function look(): Promise<RunControl> {
    const { rows } = await sources.pool.query<{
      control: RunControl;
      fence: number;
      lanesWanted: number | null;
    }>(`SELECT control, fence, "lanesWanted" FROM "Run" WHERE id = $1`, [lease.runId]);
    const row = rows[0];
    if (!row || row.fence !== lease.fence) {
      isLeaseLost = true;
      interrupted.abort(leaseLost(lease));
      throw leaseLost(lease);
    }
    lanesWanted = row.lanesWanted;
    if (row.control === 'pause') interrupted.abort();
    return row.control;
  }

  // The loop asks again at the next boundary, so an error here shows there.
  const glance = () => {
    look().catch((error: Error) =>
      logOf('worker').debug({ runId: lease.runId, error: error.message }, 'No look.'),
    );
  };
  const timer = setInterval(glance, LOOK_MS);
  const leave = sources.listener.subscribe(CONTROL_CHANNEL, (runId) => {
    if (runId === null || runId === lease.runId) glance();
  });

  return {
    requested: () => holdingOut(look),
    // State of the last look, which the loop takes at every boundary before it reads this.
    lanesWanted: async () => lanesWanted,
    priorities: watchPriorities(lease.runId, sources),
    insights: watchInsights(lease.runId, sources.pool),
    signal: AbortSignal.any([interrupted.signal, ...sources.others]),
    get isLeaseLost() {
      return isLeaseLost;
    },
    close() {
      clearInterval(timer);
      leave();
    },
  };
}
