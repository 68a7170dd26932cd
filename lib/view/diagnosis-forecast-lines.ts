import type { DiagnosisForecastView } from '@/lib/contracts/diagnosis-forecast';
import { formatCount, plural } from './numbers';

/** Draws the forecast cost of a serial diagnosis: one sentence, and a line for each noise level. */
export interface ForecastLine {
  readonly term: string;
  readonly value: string;
  /** The registered cap will probably end before the diagnosis is decided. */
  readonly isShort: boolean;
}

export function forecastIntro({ repetitionsMax, rolloutsMax }: DiagnosisForecastView): string {
  return repetitionsMax === 1
    ? 'The diagnosis asks nothing again; a noisy curve stays undecided.'
    : `Noisy answers are asked again after training: at most ${formatCount(rolloutsMax)} evaluation rollouts more.`;
}

/** Warning that more answers cannot help; null where the measuring schedule lets a plateau show. */
export function scheduleWarning(forecast: DiagnosisForecastView): string | null {
  const { measurements, measurementsMin, isAfterFirstEpoch, stall } = forecast;
  if (measurements < measurementsMin) {
    return `No go: the diagnosis needs ${measurementsMin} measurements, and ${plural(measurements, 'is', 'are')} planned.`;
  }
  // The last half of the measurements is what is looked at.
  if (stall !== null && measurements < 2 * stall.measurements) {
    const gain = Math.round(100 * stall.gain);
    return `Probably no go: this method keeps a prompt until a better one is found. At ${gain} pt a new prompt, a plateau takes ${stall.measurements} measurements without one.`;
  }
  return isAfterFirstEpoch
    ? null
    : 'One epoch often ends while the curve still rises, which gives no go. Two epochs let a plateau show.';
}

/** Empty where nothing is asked again. */
export function forecastLines({
  repetitionsMax,
  rolloutsMax,
  cases,
}: DiagnosisForecastView): readonly ForecastLine[] {
  if (repetitionsMax === 1) return [];
  return cases.map(({ differing, rollouts, isCapEnough }) => ({
    term: `${Math.round(differing * 100)} in 100 answers differ when repeated`,
    value: `about ${plural(rollouts, 'rollout')}, ${isCapEnough ? 'within the' : 'probably cut off by the'} ${formatCount(rolloutsMax)} allowed`,
    isShort: !isCapEnough,
  }));
}
