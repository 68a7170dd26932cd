import { clopperPearsonInterval } from '@/lib/stats/binomial';
import type { Interval } from '@/lib/stats/wilson';
import type { BenchRow } from '../bench-row';

/** Simulated runs a row; the seeds are registered by the row's name, so the figures are the same again. */
export const RUNS = 3000;

/** One-sided tail of the exact 99 % interval. */
const TAIL = 0.005;

/** An error rate: missed where even the lower 99 % bound is above the nominal rate. */
export function errorRow(
  name: string,
  counted: { errors: number; runs: number; nominal: number; note?: string },
): BenchRow {
  const { errors, runs, nominal, note } = counted;
  const bounds = clopperPearsonInterval(errors, runs, TAIL) ?? { lower: 0, upper: 1 };
  return {
    name,
    ...{ value: (100 * errors) / runs, unit: '%', target: `lower 99 % bound ≤ ${100 * nominal} %` },
    met: bounds.lower <= nominal,
    note: noted(`${errors} of ${runs} runs`, bounds, note),
  };
}

/** A rate that has to be reached: missed where even the upper 99 % bound is below it. */
export function powerRow(
  name: string,
  counted: { shown: number; runs: number; wanted: number; note?: string },
): BenchRow {
  const { shown, runs, wanted, note } = counted;
  const bounds = clopperPearsonInterval(shown, runs, TAIL) ?? { lower: 0, upper: 1 };
  return {
    name,
    ...{ value: (100 * shown) / runs, unit: '%', target: `upper 99 % bound ≥ ${100 * wanted} %` },
    met: bounds.upper >= wanted,
    note: noted(`${shown} of ${runs} runs`, bounds, note),
  };
}

const noted = (counted: string, { lower, upper }: Interval, more?: string) =>
  `${counted}; exact 99 % ${percent(lower)} to ${percent(upper)}${more === undefined ? '' : `; ${more}`}`;

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
