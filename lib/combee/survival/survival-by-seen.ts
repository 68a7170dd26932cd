import { readInsightId } from '@/lib/domain/insight-id';
import { SEEN_BANDS, type SeenBand } from '@/lib/domain/survival';
import type { FollowedIteration } from '@/lib/domain/survival-facts';

export interface SeenSurvival {
  readonly band: SeenBand;
  /** New insights of the iteration's own reflections. */
  readonly n: number;
  /** Insights that the final update contains. */
  readonly survived: number;
}

const bandOf = (share: number): SeenBand => (share >= 1 ? 'all' : share >= 0.5 ? 'under100' : 'under50');

/**
 * Insight survival by the seen share of the trajectory, with the counts of the survival page. Insights of
 * unknown share and bands without an insight are left out.
 */
export function survivalBySeen(
  iterations: readonly Pick<FollowedIteration, 'insights'>[],
  shares: ReadonlyMap<string, number>,
): readonly SeenSurvival[] {
  const counted = iterations
    .flatMap(({ insights }) => insights)
    .filter(({ known, carried }) => !known && !carried)
    .flatMap(({ id, place }) => {
      const from = readInsightId(id);
      const share = from && shares.get(`${from.iteration}/${from.ordinal}`);
      if (share === null || share === undefined) return [];
      return [{ band: bandOf(share), isLost: place === 'lostLevel1' || place === 'lostLevel2' }];
    });
  return SEEN_BANDS.flatMap((band) => {
    const own = counted.filter((one) => one.band === band);
    const survived = own.filter(({ isLost }) => !isLost).length;
    return own.length === 0 ? [] : [{ band, n: own.length, survived }];
  });
}
