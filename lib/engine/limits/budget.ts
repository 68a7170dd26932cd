import type { Budget } from '@/lib/domain/spend';

/**
 * Hard caps on rollouts, tokens, dollars and GPU-seconds, kept by reservation: room is taken before a call goes
 * out and given back when its true cost is known, so a parallel wave can never overshoot. Knows nothing of time: the
 * deadline is kept beside it (./deadline).
 *
 * A caller that finds no room waits while others are in flight, since they may give room back; it is refused only
 * when nothing is left in flight that could. Callers are served in order of arrival.
 */
export interface BudgetKeeper {
  /** Null when a cap leaves no room for this call; else the reservation, to be settled exactly once. */
  reserve(ceiling: Amount): Promise<Reservation | null>;
  /** For answers that were paid before: read back from the journal, or lost in a crash. */
  charge(amount: Amount): void;
  readonly used: Amount;
  readonly reserved: Amount;
}

export interface Amount {
  readonly tokens: number;
  readonly usd: number;
  /** Training rollouts; those on held-out are counted elsewhere and have no cap (rulings E1). */
  readonly rollouts: number;
  readonly gpuSeconds: number;
}

export const NO_AMOUNT: Amount = { tokens: 0, usd: 0, rollouts: 0, gpuSeconds: 0 };

export interface Reservation {
  /** Replaces the reservation by what was really used (never more than was reserved). */
  settle(actual: Amount): void;
}

interface Waiting {
  readonly ceiling: Amount;
  readonly resolve: (reservation: Reservation | null) => void;
}

const KINDS = ['tokens', 'usd', 'rollouts', 'gpuSeconds'] as const satisfies readonly (keyof Amount)[];

/** a + sign * b, kind by kind. */
export const addAmounts = (a: Amount, b: Amount, sign = 1): Amount => ({
  tokens: a.tokens + sign * b.tokens,
  usd: a.usd + sign * b.usd,
  rollouts: a.rollouts + sign * b.rollouts,
  gpuSeconds: a.gpuSeconds + sign * b.gpuSeconds,
});

export function makeBudgetKeeper(caps: Partial<Pick<Budget, keyof Amount>>): BudgetKeeper {
  let used = NO_AMOUNT;
  let reserved = NO_AMOUNT;
  let inFlight = 0;
  const waiting: Waiting[] = [];

  const fits = (ceiling: Amount) => {
    const total = addAmounts(addAmounts(used, reserved), ceiling);
    // A kind that the call takes nothing of cannot be what stops it: a reflection passes a spent rollout cap.
    return KINDS.every(
      (kind) => ceiling[kind] === 0 || total[kind] <= (caps[kind] ?? Number.POSITIVE_INFINITY),
    );
  };

  function grant(ceiling: Amount): Reservation {
    reserved = addAmounts(reserved, ceiling);
    inFlight += 1;
    let settled = false;
    return {
      settle(actual) {
        if (settled) return;
        settled = true;
        inFlight -= 1;
        reserved = inFlight === 0 ? NO_AMOUNT : addAmounts(reserved, ceiling, -1); // exact zero: no drift of dollar sums
        used = addAmounts(used, actual);
        serve();
      },
    };
  }

  /** First come, first served: the head of the line is not overtaken by a smaller call behind it. */
  function serve() {
    for (let head = waiting[0]; head; head = waiting[0]) {
      if (fits(head.ceiling)) head.resolve(grant(head.ceiling));
      else if (inFlight === 0) head.resolve(null);
      else return;
      waiting.shift();
    }
  }

  return {
    reserve(ceiling) {
      if (waiting.length === 0 && fits(ceiling)) return Promise.resolve(grant(ceiling));
      if (waiting.length === 0 && inFlight === 0) return Promise.resolve(null);
      return new Promise((resolve) => {
        waiting.push({ ceiling, resolve });
      });
    },
    charge(amount) {
      used = addAmounts(used, amount);
    },
    get used() {
      return used;
    },
    get reserved() {
      return reserved;
    },
  };
}
