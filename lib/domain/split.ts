/** A pinned, hashed, disjoint partition of a data set. Immutable after the first score. */
export type SplitName = 'train' | 'selection' | 'heldOut' | 'confirmation';

export const SPLIT_NAMES: readonly SplitName[] = ['train', 'selection', 'heldOut', 'confirmation'];

export interface SplitRegistration {
  readonly id: string;
  readonly name: string;
  /** sha256 over the sorted (split, content hash) pairs: two registrations are comparable iff it is equal. */
  readonly hash: string;
  readonly counts: Readonly<Record<SplitName, number>>;
}
