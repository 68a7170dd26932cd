import type { ErrorCode } from '@/lib/errors/codes';
import { TRAIN_PATIENCE_TOLD } from './rules/anti-patterns';

/**
 * Fields that have one right value: whoever asks for another is told why with a code of its own rather than that the
 * value is not in a list. Knows nothing of where a field stands beyond its name.
 */
export interface SettledField {
  readonly code: ErrorCode;
  readonly sentence: string;
  /** The rule's. */
  readonly id?: string;
}

const TRAIN_PATIENCE: SettledField = {
  id: 'R-124',
  code: 'TRAIN_PATIENCE',
  sentence: 'Train accuracy as patience stops on memorisation. Use held-out.',
};

export const SELECTED_ON_TRAIN: SettledField = {
  id: 'R-125',
  code: 'SELECT_BEST_ON_TRAIN',
  sentence: 'The final prompt is the best on held-out. Choosing it on train picks what was memorised.',
};

const SETTLED: Readonly<Record<string, SettledField>> = {
  patienceOn: TRAIN_PATIENCE,
  patienceSplit: TRAIN_PATIENCE,
  trainPatience: TRAIN_PATIENCE_TOLD,
  selectOn: SELECTED_ON_TRAIN,
  selectBestOn: SELECTED_ON_TRAIN,
  selectionSplit: SELECTED_ON_TRAIN,
  // A contract that takes several values says by this sentence which of the others was asked for.
  [SELECTED_ON_TRAIN.sentence]: SELECTED_ON_TRAIN,
};

export function settledField(name: string): SettledField | null {
  return Object.hasOwn(SETTLED, name) ? (SETTLED[name] ?? null) : null;
}
