import type { Cause } from './cause';
import type { Edit } from './edit';

/**
 * A proposed change to a candidate's text: from one reflection, from a group (level 1) or from the final level.
 * `edits` is ACE's form; methods that rewrite the whole text (GEPA, TextGrad) use `text`.
 */
export interface Update {
  readonly edits: readonly Edit[];
  readonly text: string | null;
  /** The aggregator's own account of what it did. */
  readonly reasoning: string;
  /** Set when nothing usable came; such an update is dropped, with this cause. */
  readonly invalid: Cause | null;
}
