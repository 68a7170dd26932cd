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
export function practiceHours(requests: number, planned: number = PRACTICE_REQUESTS): number {
  return (PRACTICE_HOURS * Math.min(requests, planned)) / planned;
}

/** A plan of a person may need many pairs; the practice shop answers at most 100 requests at once. */
const batchOf = (planned: number) => Math.min(100, Math.max(PRACTICE_BATCH, Math.ceil(planned / 60)));

/** Numbers of the next requests that the shadow takes; none once all planned ones have come. */
export function nextRequests(
  requests: number,
  planned: number = PRACTICE_REQUESTS,
  isTaken: (number: number) => boolean = () => true,
): readonly number[] {
  const count = Math.max(0, Math.min(batchOf(planned), planned - requests));
  const next: number[] = [];
  let taken = 0;
  for (let number = 0; next.length < count; number += 1) {
    if (!isTaken(number)) continue;
    taken += 1;
    if (taken > requests) next.push(number);
  }
  return next;
}

export function practiceSecondsLeft(requests: number, planned: number = PRACTICE_REQUESTS): number {
  const batches = Math.ceil(Math.max(0, planned - requests) / batchOf(planned));
  return Math.ceil((batches * PRACTICE_BATCH_MS) / 1000);
}
