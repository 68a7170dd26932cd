import type { CanaryDraft } from './registration';

/**
 * The pace of the practice slot: requests of a day and an hour within seconds. The plan is one that people may register as
 * well; only the hours pass faster there. Knows no slot, no row and no clock.
 */
export const PRACTICE_PLAN = {
  failureLevel: 'low',
  margin: 0.05,
  share: 1,
  /** Longer than the traffic, so that no request comes after the end. */
  windowHours: 48,
  pairsMin: 200,
  pairsPlanned: 300,
  lookEvery: 50,
  /** Answers and outcomes come together. */
  outcomeWindowHours: 0,
  watchHours: 24,
  acceptsLowPower: true,
} as const satisfies CanaryDraft;

/** Who registers the trials of the practice slot, as audit entries name it: the person who approves made none of them. */
export const PRACTICE_MAKER = 'Waggle';

/** A canary gets this number of requests and no more. */
export const PRACTICE_REQUESTS = PRACTICE_PLAN.pairsPlanned;
/** A pass is judged after a whole day. */
export const PRACTICE_HOURS = 25;
export const PRACTICE_BATCH = 10;
export const PRACTICE_BATCH_MS = 500;

/** Hours of the stage that have passed once this number of requests has come. */
export function practiceHours(requests: number): number {
  return (PRACTICE_HOURS * Math.min(requests, PRACTICE_REQUESTS)) / PRACTICE_REQUESTS;
}

/** Numbers of the next requests; none once all have come. */
export function nextRequests(requests: number): readonly number[] {
  const count = Math.max(0, Math.min(PRACTICE_BATCH, PRACTICE_REQUESTS - requests));
  return Array.from({ length: count }, (_, index) => requests + index);
}

export function practiceSecondsLeft(requests: number): number {
  const batches = Math.ceil(Math.max(0, PRACTICE_REQUESTS - requests) / PRACTICE_BATCH);
  return Math.ceil((batches * PRACTICE_BATCH_MS) / 1000);
}
