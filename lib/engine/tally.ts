import { addSpend, NO_SPEND, type Spend } from '@/lib/domain/spend';

/**
 * What answers have cost, kept apart by when the ledger may speak of them. Calls that run beside an iteration (late
 * ones, the next map) answer when they like; a fact that counted them by arrival would say something else in every
 * replay. Their cost waits in a tab until the loop takes their result, which it does at a fixed place.
 */
export interface Tally {
  add(spend: Spend): void;
  /** Of everything but the open tabs: the same in every replay. */
  settled(): Spend;
  /** Open tabs included: what the caps look at. */
  all(): Spend;
  openTab(): Tab;
}

export interface Tab {
  add(spend: Spend): void;
  readonly spend: Spend;
  /** From now on its cost, and whatever is still added, counts as settled. */
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
    openTab() {
      let own = NO_SPEND;
      let isOpen = true;
      return {
        add(spend) {
          own = addSpend(own, spend);
          if (isOpen) all = addSpend(all, spend);
          else add(spend);
        },
        get spend() {
          return own;
        },
        settle() {
          if (isOpen) settled = addSpend(settled, own);
          isOpen = false;
        },
      };
    },
  };
}
