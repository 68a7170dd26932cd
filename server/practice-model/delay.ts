import type { DelayProfile } from './call-settings';
import { uniformOf } from './hashing';

/**
 * The delay of one call, fixed by the request's hash, before the time-scale. There is no term in the batch size:
 * how long an iteration takes is an outcome of many such calls, never an input (ruling P2).
 */
export function drawDelayMs(requestHash: string, completionTokens: number, profile: DelayProfile): number {
  const logNormal = profile.medianMs * Math.exp(profile.sigma * standardNormalOf(requestHash));
  return profile.fixedMs + profile.perTokenMs * completionTokens + logNormal;
}

/**
 * How many times slower each call is with so many at once: 1 up to the free lanes, then growing with what is beyond them.
 * The one part of a delay that is not fixed by the request.
 */
export function slowdown(inFlight: number, { lanesFree, laneSlowdown }: DelayProfile): number {
  if (lanesFree === 0 || inFlight <= lanesFree) return 1;
  return 1 + (laneSlowdown * (inFlight - lanesFree)) / lanesFree;
}

/** Box-Muller on two uniforms of the label. */
export function standardNormalOf(label: string): number {
  const radius = Math.sqrt(-2 * Math.log(1 - uniformOf(`delay/radius/${label}`)));
  return radius * Math.cos(2 * Math.PI * uniformOf(`delay/angle/${label}`));
}
