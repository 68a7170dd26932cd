import type { ErrorCode } from '@/lib/errors/codes';

/**
 * Fields that have one right value: whoever asks for another is told why with a code of its own rather than that the
 * value is not in a list. Knows nothing of where a field stands beyond its name.
 */
export interface SettledField {
  readonly code: ErrorCode;
  readonly sentence: string;
}

/** */
const TRAIN_PATIENCE: SettledField = {
  code: 'TRAIN_PATIENCE',
  sentence: 'Train accuracy as patience stops on memorisation. Use held-out.',
};

const SETTLED: Readonly<Record<string, SettledField>> = {
  patienceOn: TRAIN_PATIENCE,
  patienceSplit: TRAIN_PATIENCE,
  trainPatience: TRAIN_PATIENCE,
};

export function settledField(name: string): SettledField | null {
  return Object.hasOwn(SETTLED, name) ? (SETTLED[name] ?? null) : null;
}
