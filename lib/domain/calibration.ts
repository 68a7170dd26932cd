/** `notCalibratable` also means "not yet calibrated": too few pairs. Neither may support a promotion. */
export type CalibrationVerdict = 'passed' | 'failed' | 'notCalibratable';

/** A verdict on a judge with the numbers that it follows from. */
export type CalibrationFinding = {
  readonly verdict: CalibrationVerdict;
  readonly spearman: number | null;
  readonly pairs: number;
  readonly minPairs: number;
  readonly spearmanMin: number;
};
