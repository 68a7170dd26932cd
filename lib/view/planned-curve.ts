import type { ForecastDiagnosisInput } from '@/lib/contracts/diagnosis-forecast';
import { numberOrNull } from './draft-numbers';
import type { ExperimentDraft } from './experiment-draft';

/** Input of a forecast of the serial diagnosis. */
export type PlannedCurve = Partial<ForecastDiagnosisInput>;

type Drafted = Pick<
  ExperimentDraft,
  'method' | 'gradSteps' | 'everyExamples' | 'repetitionsMax' | 'evaluationSplit' | 'epochs'
>;

/** From a form that is being filled in: what is half-typed counts as empty. */
export function plannedCurveOf(draft: Drafted): PlannedCurve {
  return {
    method: draft.method,
    stepsPerEpoch: countOf(draft.gradSteps),
    epochs: countOf(draft.epochs),
    everyExamples: countOf(draft.everyExamples),
    repetitionsMax: countOf(draft.repetitionsMax),
    measuredOn: draft.evaluationSplit,
  };
}

function countOf(text: string): number | undefined {
  const value = numberOrNull(text);
  return value !== null && Number.isInteger(value) && value >= 1 ? value : undefined;
}
