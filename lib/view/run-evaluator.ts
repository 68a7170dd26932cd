import type { FactData } from '@/lib/domain/ledger-entry';
import type { RunState } from '@/lib/projection/run-state';
import { calibratedSentence, judgeName, revertedFrom, revertedSentence } from '@/lib/words/evaluator';
import { plural } from './numbers';
import type { Tone } from './tone';

/** How far the judge's scores can be believed, in one line. Where no model judges there is no line. */
export interface EvaluatorLine {
  readonly title: string;
  readonly tone: Tone;
  readonly text: string;
  readonly explanation: string;
}

type Calibration = FactData['evaluator.calibrated'];

const VERDICTS: Readonly<Record<Calibration['verdict'], { readonly title: string; readonly tone: Tone }>> = {
  passed: { title: 'The judge passed its calibration', tone: 'good' },
  failed: { title: 'The judge failed its calibration', tone: 'bad' },
  notCalibratable: { title: 'The judge could not be calibrated', tone: 'honey' },
  notApplicable: { title: 'No model judges', tone: 'neutral' },
};

export function prepareEvaluatorLines(state: RunState): readonly EvaluatorLine[] {
  const judged = state.calibrations.filter(({ verdict }) => verdict !== 'notApplicable').map(lineOf);
  if (state.reverted === null) return judged;
  const { reverted } = state;
  const title = `${revertedFrom(reverted)} was replaced as judge by ${reverted.to}`;
  return [...judged, { title, tone: 'honey', text: '', explanation: revertedSentence(reverted) }];
}

function lineOf(calibration: Calibration): EvaluatorLine {
  const { judge, against, spearman, lower, upper, pairs, judgeNoise, spearmanMin } = calibration;
  const interval =
    lower === null || upper === null ? 'no interval' : `95 % ${lower.toFixed(2)} to ${upper.toFixed(2)}`;
  const agreement =
    spearman === null
      ? `no Spearman correlation (n = ${plural(pairs, 'pair')})`
      : `Spearman ${spearman.toFixed(2)} (${interval}, n = ${plural(pairs, 'pair')})`;
  const needed = spearmanMin === undefined ? '' : `, at least ${spearmanMin} needed`;
  const noise =
    judgeNoise === null
      ? ' Its noise on answers judged twice was not measured.'
      : ` Judged twice, one answer differs by ${(judgeNoise * 100).toFixed(1)} points on average.`;
  return {
    ...VERDICTS[calibration.verdict],
    text: `${judgeName(judge, calibration.seat)} against ${judgeName(against, calibration.againstSeat)}: ${agreement}${needed}.${noise}`,
    explanation: calibratedSentence(calibration),
  };
}
