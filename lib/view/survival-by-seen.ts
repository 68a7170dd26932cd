import type { RunSurvivalView } from '@/lib/contracts/survival';
import type { SeenBand } from '@/lib/domain/survival';
import { wilsonInterval } from '@/lib/stats/wilson';
import { formatScore } from './numbers';

const BANDS: Readonly<Record<SeenBand, string>> = {
  under50: 'Under 50 %',
  under100: '50 to 99 %',
  all: '100 %',
};

export interface SeenRow {
  readonly band: string;
  /** With its 95 % interval. */
  readonly survived: string;
  readonly n: number;
}

export function prepareSurvivalBySeen({ bySeen }: Pick<RunSurvivalView, 'bySeen'>): readonly SeenRow[] {
  return bySeen.map(({ band, n, survived }) => {
    const interval = wilsonInterval(survived, n) ?? { lower: 0, upper: 1 };
    const ends = `${formatScore(interval.lower)} to ${formatScore(interval.upper)}`;
    return { band: BANDS[band], survived: `${formatScore(survived / n)} (${ends})`, n };
  });
}
