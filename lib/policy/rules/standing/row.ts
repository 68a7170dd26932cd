/** One standing rule on its way into the table: short, so that a chapter reads as a list. */
export type StandingRow = readonly [
  id: string,
  kind: StandingKind,
  title: string,
  /** The rule in one sentence. */
  sentence: string,
  /** Evidence: where it shows, which test, which other rule (its id alone). */
  heldBy: string,
];

/**
 * shown: a chart, a badge, a sentence that is always there. default: what new experiments begin with. invariant: no
 * request can break it. same: refused by another rule.
 */
export type StandingKind = 'shown' | 'default' | 'invariant' | 'same';
