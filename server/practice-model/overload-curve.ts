import { uniformOf } from './hashing';
import type { OverloadCurve } from './profiles';

/**
 * rho(m) = min(1, a / (1 + (m / m0)^g)): the probability that an aggregator call with m inputs keeps one insight
 * that it reads. The same curve at every level of a scan and for every method; what m counts at level 2 is a setting.
 */
export function retention(inputCount: number, curve: OverloadCurve): number {
  return Math.min(1, curve.a / (1 + (inputCount / curve.m0) ** curve.g));
}

/** One insight as it is read by one call: the n-th of that call. */
export interface Occurrence {
  readonly line: string;
  readonly index: number;
  /** Factor on the occurrence's chance; 1 where left out. */
  readonly share?: number;
}

export interface AggregatorCall {
  readonly seed: number;
  /** Reflections that the call was given, copies counted; at level 2 what its reading counts. */
  readonly inputCount: number;
}

/**
 * Whether this call keeps this occurrence. Each occurrence has a draw of its own, so a second copy is a second
 * chance; the same request and seed draw the same.
 */
export function isKept(occurrence: Occurrence, call: AggregatorCall, curve: OverloadCurve): boolean {
  const label = `keep/${call.seed}/${call.inputCount}/${occurrence.index}/${occurrence.line}`;
  return uniformOf(label) < retention(call.inputCount, curve) * (occurrence.share ?? 1);
}
