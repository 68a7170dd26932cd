import type { Budget } from '@/lib/domain/spend';

/**
 * Hard caps on tokens and dollars, kept by reservation: room is taken before a call goes out and given back when its
 * true cost is known, so a parallel wave can never overshoot. Knows nothing of rollouts (the loop counts those
 * beforehand) nor of time.
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
}

export interface Reservation {
  /** Replaces the reservation by what was really used (never more than was reserved). */
  settle(actual: Amount): void;
}

interface Waiting {
  readonly ceiling: Amount;
  readonly resolve: (reservation: Reservation | null) => void;
}

const NOTHING: Amount = { tokens: 0, usd: 0 };
const plus = (a: Amount, b: Amount): Amount => ({ tokens: a.tokens + b.tokens, usd: a.usd + b.usd });
const minus = (a: Amount, b: Amount): Amount => ({ tokens: a.tokens - b.tokens, usd: a.usd - b.usd });

export function makeBudgetKeeper(caps: Pick<Budget, 'tokens' | 'usd'>): BudgetKeeper {
  let used = NOTHING;
  let reserved = NOTHING;
  let inFlight = 0;
  const waiting: Waiting[] = [];

  const fits = (ceiling: Amount) => {
    const total = plus(plus(used, reserved), ceiling);
    return (
      (caps.tokens === null || total.tokens <= caps.tokens) && (caps.usd === null || total.usd <= caps.usd)
    );
  };

  function grant(ceiling: Amount): Reservation {
    reserved = plus(reserved, ceiling);
    inFlight += 1;
    let settled = false;
    return {
      settle(actual) {
        if (settled) return;
        settled = true;
        inFlight -= 1;
        reserved = inFlight === 0 ? NOTHING : minus(reserved, ceiling); // exact zero: no drift of dollar sums
        used = plus(used, actual);
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
      used = plus(used, amount);
    },
    get used() {
      return used;
    },
    get reserved() {
      return reserved;
    },
  };
}
