import type { Measurement } from '@/lib/domain/score';
import { tCritical } from './student-t';
import { mean, sampleDeviation } from './summary';
import { type Interval, wilsonInterval } from './wilson';

/**
 * Scores in 0..1 into a mean with its 95 % interval. Where every score is 0 or 1 the mean is a share and Wilson's
 * interval fits; else Student's t, cut to 0..1. No interval without scores, nor for one score that is neither 0
 * nor 1: a single value says nothing about spread.
 */
export function measure(scores: readonly number[]): Measurement {
  const n = scores.length;
  const centre = mean(scores);
  if (centre === undefined) return { mean: 0, lower: null, upper: null, n: 0 };
  const isShare = scores.every((score) => score === 0 || score === 1);
  const interval = isShare
    ? wilsonInterval(scores.filter((score) => score === 1).length, n)
    : tInterval(scores);
  if (interval === undefined) return { mean: centre, lower: null, upper: null, n };
  return { mean: centre, lower: Math.max(0, interval.lower), upper: Math.min(1, interval.upper), n };
}

/** mean +- t sd / sqrt(n); undefined for fewer than two numbers. */
export function tInterval(numbers: readonly number[], confidence = 0.95): Interval | undefined {
  const centre = mean(numbers);
  const deviation = sampleDeviation(numbers);
  if (centre === undefined || deviation === undefined) return undefined;
  const half = (tCritical(confidence, numbers.length - 1) * deviation) / Math.sqrt(numbers.length);
  return { lower: centre - half, upper: centre + half };
}
