import type { FactData } from '@/lib/domain/ledger-entry';
import { withMissing } from '@/lib/domain/scored-count';

/** A measurement as a curve keeps it: without its examples one by one, of which a page has no use. */
export function pointOf(
  { exampleIds: _ids, scores: _scores, split: _split, ...point }: FactData['heldOut.measured'],
  atMs: number,
) {
  return { ...point, score: withMissing(point.score, point.missing), atMs };
}
