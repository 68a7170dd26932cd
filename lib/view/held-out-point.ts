import type { FactData } from '@/lib/domain/ledger-entry';

/** A measurement as a curve keeps it: without its examples one by one, of which a page has no use. */
export function pointOf(
  { exampleIds: _ids, scores: _scores, split: _split, ...point }: FactData['heldOut.measured'],
  atMs: number,
) {
  return { ...point, atMs };
}
