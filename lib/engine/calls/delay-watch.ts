import type { CallPurpose } from '@/lib/domain/model-role';
import type { Alarm, Clock } from '@/lib/ports/clock';

/**
 * How long calls of each purpose take in this run, and who takes longer than most. Purposes are kept apart: a combine
 * call reads ten times as much as a judge does. Knows nothing of what is done about it.
 */
export interface DelayWatch {
  saw(purpose: CallPurpose, delayMs: number): void;
  /** Wakes once the call has taken longer than the quantile of what is known by then. Returns the cancel. */
  whenOverdue(purpose: CallPurpose, startedMs: number, wake: () => void): () => void;
}

/** Below this, the tail of a purpose is a guess. */
export const DELAYS_NEEDED = 20;

export interface DelayWatchInput {
  readonly clock: Clock;
  readonly alarm: Alarm;
  readonly quantile: number;
}

export function makeDelayWatch({ clock, alarm, quantile }: DelayWatchInput): DelayWatch {
  const delays = new Map<CallPurpose, number[]>();
  /** Calls that were sent before enough was known: a first wave has stragglers too. */
  const unarmed = new Map<CallPurpose, Set<() => void>>();

  const seenOf = (purpose: CallPurpose) => listIn(delays, purpose, () => []);
  const unarmedOf = (purpose: CallPurpose) => listIn(unarmed, purpose, () => new Set<() => void>());

  /** Nearest rank: the smallest delay that at least this share of those seen did not pass. */
  function threshold(purpose: CallPurpose): number | null {
    const seen = seenOf(purpose);
    if (seen.length < DELAYS_NEEDED) return null;
    return seen[Math.max(0, Math.ceil(quantile * seen.length) - 1)] ?? null;
  }

  return {
    saw(purpose, delayMs) {
      const seen = seenOf(purpose);
      seen.splice(placeIn(seen, delayMs), 0, delayMs);
      if (seen.length !== DELAYS_NEEDED) return;
      const waiting = [...unarmedOf(purpose)];
      unarmed.delete(purpose);
      for (const arm of waiting) arm();
    },

    whenOverdue(purpose, startedMs, wake) {
      let cancel: () => void = () => undefined;
      const arm = () => {
        const afterMs = threshold(purpose);
        if (afterMs === null) {
          unarmedOf(purpose).add(arm);
          cancel = () => unarmedOf(purpose).delete(arm);
          return;
        }
        // Asked again on waking: what is known may have moved, and machines' timers ring early now and then.
        const leftMs = startedMs + afterMs - clock.monotonicMs();
        if (leftMs <= 0) wake();
        else cancel = alarm.after(leftMs, arm);
      };
      arm();
      return () => cancel();
    },
  };
}

/** True when the call ended before it was overdue; false as soon as it is. */
export function endsInTime(
  watch: DelayWatch,
  call: { readonly purpose: CallPurpose; readonly startedMs: number },
  ended: Promise<unknown>,
): Promise<boolean> {
  return new Promise((resolve) => {
    const cancel = watch.whenOverdue(call.purpose, call.startedMs, () => resolve(false));
    ended.then(() => {
      cancel();
      resolve(true);
    });
  });
}

/** The list stays sorted, so that a quantile is one look. */
function placeIn(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function listIn<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
