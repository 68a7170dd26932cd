/**
 * A pinned, hashed, disjoint partition of a data set. Immutable after the first score. To people a split is the whole
 * partition, train and its like are the parts of it, and the traffic of a canary has shares.
 */
export const SPLIT_NAMES = ['train', 'selection', 'heldOut', 'confirmation'] as const;
export type SplitName = (typeof SPLIT_NAMES)[number];

export interface SplitRegistration {
  readonly id: string;
  readonly name: string;
  /** sha256 over the sorted (split, content hash) pairs: two registrations are comparable iff it is equal. */
  readonly hash: string;
  readonly counts: Readonly<Record<SplitName, number>>;
}
