import type { Estimate } from './experiment-estimate';
import { formatCount, plural } from './numbers';

/** Share of a run's calls that held-out takes, and fewer measurements where it takes most of them. */
export interface EvaluationCost {
  readonly sentence: string;
  readonly fewer: { readonly everyExamples: number; readonly label: string } | null;
}

/** From this share on the measurements, and not what is learned, decide what a run costs. */
const SHARE_MAX = 0.5;

/** @param measurementsMin the fewest that a serial diagnosis looks at: one more leaves it a choice of where to look */
export function evaluationCost(
  { trainRollouts, measurements, evaluationRollouts, callsLow, callsHigh }: Estimate,
  measurementsMin: number,
): EvaluationCost {
  const each = evaluationRollouts / measurements;
  const share = evaluationRollouts / ((callsLow + callsHigh) / 2);
  const percent = Math.round(share * 100);
  const sentence = `Measuring takes about ${percent} % of the calls: ${plural(measurements, 'measurement')} of ${plural(each, 'example')}.`;
  const fewer = Math.max(measurementsMin + 1, Math.ceil(measurements / 2));
  if (share <= SHARE_MAX || fewer >= measurements) return { sentence, fewer: null };
  const saved = formatCount((measurements - fewer) * each);
  return {
    sentence,
    fewer: {
      everyExamples: Math.ceil(trainRollouts / (fewer - 1)),
      label: `Measure ${fewer} times: ${saved} fewer calls`,
    },
  };
}
