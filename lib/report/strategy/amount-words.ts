/** Dollars, tokens, rollouts, GPU-seconds and time in one line, as a number each or as a range. Knows no run. */
import type { IntakeAmounts, Range } from '@/lib/report/intake-estimate';
import type { ExpectedCost } from './strategy-input';
import { count, dollars, duration, NOT_MEASURED } from './words';

/** Amounts of an iteration, of a run or until a score; null = not measured or no price. */
export interface Amounts {
  readonly usd: number | null;
  readonly tokens: number;
  readonly rollouts: number;
  readonly gpuSeconds: number | null;
  /** Map to apply, without measurements. */
  readonly learningMs: number;
}

/** The ranges of the estimate that a set-up shows before its start. */
export function rangeWords({ usd, tokens, rollouts, gpuSeconds, minutes }: IntakeAmounts): string {
  const gpu = gpuSeconds === null ? NOT_MEASURED : between(gpuSeconds, count);
  const time = between(minutes, (each) => duration(each * MS_PER_MINUTE));
  const money = usd === null ? dollars(null) : between(usd, dollars);
  return `${money}, ${between(tokens, count)} tokens, ${between(rollouts, count)} rollouts, GPU-seconds ${gpu}, ${time} with the measurements`;
}

const MS_PER_MINUTE = 60_000;

function between({ low, high }: Range, word: (value: number) => string): string {
  return word(low) === word(high) ? word(low) : `${word(low)} to ${word(high)}`;
}

export const spreadWords = ({ basisRuns }: ExpectedCost) =>
  basisRuns > 0 ? 'the range spans the batch sizes' : 'the range is half to double';

const gpuWords = (gpuSeconds: number | null) => (gpuSeconds === null ? NOT_MEASURED : count(gpuSeconds));

export function amountWords({ usd, tokens, rollouts, gpuSeconds, learningMs }: Amounts): string {
  return `${dollars(usd)}, ${count(tokens)} tokens, ${count(rollouts)} rollouts, GPU-seconds ${gpuWords(gpuSeconds)}, ${duration(learningMs)} of learning`;
}
