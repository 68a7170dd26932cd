/**
 * Rules that refuse nothing by themselves: what is always shown, what a new experiment begins with, what cannot be
 * otherwise, what another rule says already, and what waits for a page that is not built. Each says what holds it.
 */
export interface StandingRule {
  /** As in "R-060". */
  readonly id: string;
  /** A few words for a list. */
  readonly title: string;
  /**
   * shown: a chart, a badge, a number that is always there. default: what new experiments begin with. invariant: no
   * request can break it. same: refused by another rule. later: what it governs is not built.
   */
  readonly kind: 'shown' | 'default' | 'invariant' | 'same' | 'later';
  /** What the rule says. */
  readonly sentence: string;
  /** What holds it: where it shows, which test, which other rule ("R-124"), or why it waits. */
  readonly heldBy: string;
}

export const STANDING_RULES: readonly StandingRule[] = [];
