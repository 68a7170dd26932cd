import type { FactData } from '@/lib/domain/ledger-entry';
import type { FlushReason } from '@/lib/domain/scheduling';
import type { Lanes } from '@/lib/engine/calls/lanes';
import type { Clock } from '@/lib/ports/clock';
import { mean } from '@/lib/stats/summary';

/**
 * Counts how the calls of each iteration went out, for one fact an iteration. Only what this process sent: a process
 * that takes a run over counts anew, and the journal's log keeps every flush of all of them.
 */
export interface DispatchTally {
  flushed(flush: CountedFlush): void;
  /** To be called whenever the number of lanes in use has changed. */
  lanesChanged(): void;
  /** The counts of every iteration before this one, each given out once. */
  takeBefore(iteration: number): readonly FactData['requests.dispatched'][];
}

export interface CountedFlush {
  readonly iteration: number;
  readonly reason: FlushReason;
  readonly size: number;
  /** Share of the token budget; above 1 for a request that went alone. */
  readonly fill: number;
}

interface Counts {
  flushes: number;
  readonly byReason: Partial<Record<FlushReason, number>>;
  readonly sizes: Record<string, number>;
  readonly fills: number[];
}

const freshCounts = (): Counts => ({
  flushes: 0,
  byReason: {},
  sizes: {},
  fills: [],
});

export function makeDispatchTally({ clock, lanes }: { clock: Clock; lanes: Lanes }): DispatchTally {
  const byIteration = new Map<number, Counts>();
  // The integral of busy lanes over time since the last fact was taken.
  let busyMs = 0;
  let sinceMs = clock.monotonicMs();
  let changedMs = sinceMs;
  let busy = lanes.inUse;

  const countsOf = (iteration: number): Counts => {
    const counts = byIteration.get(iteration) ?? freshCounts();
    byIteration.set(iteration, counts);
    return counts;
  };

  function utilisation(): number | null {
    lanesChanged();
    const elapsed = changedMs - sinceMs;
    const share = elapsed > 0 ? busyMs / (elapsed * lanes.width) : null;
    busyMs = 0;
    sinceMs = changedMs;
    return share;
  }

  function lanesChanged(): void {
    const now = clock.monotonicMs();
    busyMs += busy * (now - changedMs);
    changedMs = now;
    busy = lanes.inUse;
  }

  return {
    flushed({ iteration, reason, size, fill }) {
      const counts = countsOf(iteration);
      counts.flushes += 1;
      counts.byReason[reason] = (counts.byReason[reason] ?? 0) + 1;
      counts.sizes[size] = (counts.sizes[size] ?? 0) + 1;
      counts.fills.push(fill);
    },
    lanesChanged,
    takeBefore(iteration) {
      const over = [...byIteration].filter(([number]) => number < iteration).sort(([a], [b]) => a - b);
      const share = over.length === 0 ? null : utilisation();
      return over.map(([number, { fills, ...counts }]) => {
        byIteration.delete(number);
        return { iteration: number, ...counts, fill: mean(fills) ?? null, utilisation: share };
      });
    },
  };
}
