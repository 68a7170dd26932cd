import { TRAIN_PATIENCE_TOLD } from './rules/anti-patterns';
import type { Rule } from './rules/rule';
import { PATIENCE_ON_HELD_OUT, SELECTED_ON_HELD_OUT } from './rules/settled';

/**
 * Fields that have one right value: a request for another is refused with a code of its own rather than that the
 * value is not in a list. Knows a field by its name only.
 */
const SETTLED: Readonly<Record<string, Rule>> = {
  patienceOn: PATIENCE_ON_HELD_OUT,
  patienceSplit: PATIENCE_ON_HELD_OUT,
  trainPatience: TRAIN_PATIENCE_TOLD,
  selectOn: SELECTED_ON_HELD_OUT,
  selectBestOn: SELECTED_ON_HELD_OUT,
  selectionSplit: SELECTED_ON_HELD_OUT,
  // A contract that takes several values says by this sentence which of the others was asked for.
  [SELECTED_ON_HELD_OUT.sentence]: SELECTED_ON_HELD_OUT,
};

export function settledField(name: string): Rule | null {
  return Object.hasOwn(SETTLED, name) ? (SETTLED[name] ?? null) : null;
}
