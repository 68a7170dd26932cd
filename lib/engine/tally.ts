import { addSpend, NO_SPEND, type Spend } from '@/lib/domain/spend';

/**
 * Cost of answers, kept apart by when the ledger may state it. The calls of a map answer in any order, some
 * of them after their iteration has closed; a fact that counted them by arrival would say something else in every
 * replay. Their cost is deferred until the loop takes their result, which it does at a fixed place.
 */
export interface Tally {
  add(spend: Spend): void;
  /** Spend without the deferred costs: the same in every replay. */
  settled(): Spend;
  /** Deferred costs included: what the caps look at. */
  all(): Spend;
  defer(): DeferredCost;
}

export interface DeferredCost {
  add(spend: Spend): void;
  readonly spend: Spend;
  /** From now on this cost, and whatever is still added, counts as settled. */
  settle(): void;
}

export function makeTally(): Tally {
  let settled = NO_SPEND;
  let all = NO_SPEND;
  const add = (spend: Spend) => {
    settled = addSpend(settled, spend);
    all = addSpend(all, spend);
  };
  return {
    add,
    settled: () => settled,
    all: () => all,
    defer() {
      let own = NO_SPEND;
      let isDeferred = true;
      return {
        add(spend) {
          own = addSpend(own, spend);
          if (isDeferred) all = addSpend(all, spend);
          else add(spend);
        },
        get spend() {
          return own;
        },
        settle() {
          if (isDeferred) settled = addSpend(settled, own);
          isDeferred = false;
        },
      };
    },
  };
}
