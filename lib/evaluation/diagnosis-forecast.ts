/**
 * Forecast before a serial run: the likely cost of its diagnosis, and the questions that it cannot decide. The noise of
 * the answers is unknown beforehand, so the cost is estimated for three shares of answers that differ when they are
 * requested again, each with whether the registered cap will probably do. That holds for a truly flat curve; no cap makes a
 * rising one flat, and in its first epoch a run still meets examples that it has not learned from. A method that keeps
 * its prompt until a better one is found shows a plateau only by many measurements without a new one. Cost: none.
 */
import { everyTenth, plannedLooks } from '@/lib/domain/claim-settings';
import type { RunManifest } from '@/lib/domain/manifest';
import type { MethodName } from '@/lib/domain/method-settings';
import { REPETITIONS_DEFAULT } from '@/lib/domain/serial-diagnosis';
import { stallNeeded } from './acceptance-bound';
import { CONVERGENCE_DEFAULTS } from './convergence-verdict';
import { askedError } from './curve-shape';
import { CHANCE_ENOUGH, diagnosisCost } from './diagnosis-cost';
import { lookError } from './diagnosis-looks';

const DIFFERING = [0.02, 0.1, 0.3] as const;
/** Gain of a new prompt, as an upper bound for a search that slows down. */
const STALL_GAIN = 0.02;

export interface DiagnosisForecast {
  /** Planned after the original prompt's, and the fewest that a diagnosis looks at. */
  readonly measurements: number;
  readonly measurementsMin: number;
  /** The measurements looked at come after a whole epoch: every training example was seen before. */
  readonly isAfterFirstEpoch: boolean;
  /** How often the diagnosis may answer a measured prompt on each example; 1 = it never measures on. */
  readonly repetitionsMax: number;
  /** Evaluation rollouts beyond the run's own measurements, were every answer of the cap used. */
  readonly rolloutsMax: number;
  readonly cases: DiagnosisCase[];
  /** Null = each measurement meets a new prompt. */
  readonly stall: StallForecast | null;
}

export interface StallForecast {
  /** Assumed largest gain of a new prompt, share of 1. */
  readonly gain: number;
  /** Measurements without a new prompt, one after the other, that would then show a plateau. */
  readonly measurements: number;
}

export interface DiagnosisCase {
  /** Share of the answers that differ when they are asked again. */
  readonly differing: number;
  /** Expected evaluation rollouts beyond the run's own measurements. */
  readonly rollouts: number;
  /** Chance that a truly flat curve gets a go within the cap. */
  readonly chance: number;
  readonly isCapEnough: boolean;
}

type Planned = Pick<RunManifest, 'evaluation' | 'epochs'> & {
  readonly split: Pick<RunManifest['split'], 'counts'>;
  readonly method: { readonly name: MethodName; readonly stepsPerEpoch?: number | null };
};

export function diagnosisForecast(planned: Planned): DiagnosisForecast {
  const { evaluation, split, epochs } = planned;
  const { windowMin, windowShare } = CONVERGENCE_DEFAULTS;
  const repetitionsMax = evaluation.repetitionsMax ?? REPETITIONS_DEFAULT;
  const measurements = measurementsOf(planned);
  const asked = { repetitionsMax, measurements, heldOut: split.counts[evaluation.split] };
  const costs = DIFFERING.map((differing) => ({ differing, ...diagnosisCost({ ...asked, differing }) }));
  const window = Math.max(windowMin, Math.floor(measurements * windowShare));
  return {
    ...{ measurements, measurementsMin: windowMin, repetitionsMax },
    isAfterFirstEpoch: ((measurements - window) / measurements) * epochs >= 1,
    rolloutsMax: costs[0]?.rolloutsMax ?? 0,
    cases: costs.map(({ differing, rollouts, chance }) => ({
      ...{ differing, rollouts, chance },
      isCapEnough: chance >= CHANCE_ENOUGH,
    })),
    stall: planned.method.name === 'ace' ? null : stallOf(repetitionsMax),
  };
}

/** Examples of one step of a serial TextGrad run. */
const SERIAL_MINIBATCH = 3;

/** A run of TextGrad ends after its steps; MIPROv2 searches on train and measures once, at its end. */
function measurementsOf(planned: Planned): number {
  const { method, split, evaluation, epochs } = planned;
  if (method.name === 'mipro') return 1;
  if (method.name !== 'textgrad' || method.stepsPerEpoch == null) return plannedLooks(planned);
  const trained = Math.min(split.counts.train, method.stepsPerEpoch * SERIAL_MINIBATCH) * epochs;
  const every = evaluation.everyExamples ?? everyTenth(split.counts.train);
  return Math.max(1, Math.ceil(trained / every));
}

function stallOf(repetitionsMax: number): StallForecast | null {
  const { horizon, equivalenceMargin: margin, alpha } = CONVERGENCE_DEFAULTS;
  const error = lookError(askedError(alpha, 1), 1, repetitionsMax);
  const measurements = stallNeeded({ gainUpper: STALL_GAIN }, { horizon, margin, error });
  return measurements === null ? null : { gain: STALL_GAIN, measurements };
}

/** In one sentence, for a refusal and for files. */
export function forecastSentence({ repetitionsMax, cases }: DiagnosisForecast): string {
  if (repetitionsMax === 1) {
    return 'The diagnosis of the serial baseline measures nothing again: its cap is one answer an example.';
  }
  const each = cases.map(({ differing, rollouts, isCapEnough }) => {
    const short = isCapEnough ? '' : ' (the cap is probably not enough)';
    return `about ${rollouts.toLocaleString('en-US')}${short} where ${Math.round(differing * 100)} in 100 answers differ when asked again`;
  });
  return `The diagnosis of the serial baseline answers noisy measurements up to ${repetitionsMax} times; evaluation rollouts for that: ${each.join(', ')}.`;
}
