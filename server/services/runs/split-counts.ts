import type { SplitName } from '@/lib/domain/split';

const NONE: Readonly<Record<SplitName, number>> = { train: 0, selection: 0, heldOut: 0, confirmation: 0 };

/** Examples of every part, from a stored registration, which names only the parts that have some. */
export function splitCounts(stored: unknown): Record<SplitName, number> {
  return { ...NONE, ...(stored as Partial<Record<SplitName, number>>) };
}
