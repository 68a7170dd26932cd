import { describe, expect, it } from 'vitest';
import {
  nextRequests,
  PRACTICE_BATCH,
  PRACTICE_HOURS,
  PRACTICE_PLAN,
  PRACTICE_REQUESTS,
  practiceHours,
  practiceSecondsLeft,
} from './practice-traffic';
import { registerCanary } from './registration';
import { hasEnded } from './verdict';

describe('practice traffic', () => {
  it('stops by itself after the registered number of requests', () => {
    let requests = 0;
    const seen = new Set<number>();
    for (let next = nextRequests(0); next.length > 0; next = nextRequests(requests)) {
      for (const number of next) seen.add(number);
      requests += next.length;
    }
    expect(seen.size).toBe(PRACTICE_REQUESTS);
    expect(nextRequests(PRACTICE_REQUESTS + 5)).toEqual([]);
    expect(practiceSecondsLeft(PRACTICE_REQUESTS)).toBe(0);
    expect(practiceSecondsLeft(0)).toBeLessThanOrEqual(30);
    expect(nextRequests(0)).toHaveLength(PRACTICE_BATCH);
  });

  it('sends each request once that the share of a plan takes, until its pairs have come', () => {
    const seen: number[] = [];
    const isOdd = (number: number) => number % 2 === 1;
    const next = () => nextRequests(seen.length, 900, isOdd);
    for (let numbers = next(); numbers.length > 0; numbers = next()) seen.push(...numbers);
    expect(new Set(seen).size).toBe(900);
    expect(seen.every(isOdd)).toBe(true);
    expect(practiceHours(900, 900)).toBe(PRACTICE_HOURS);
  });

  it('has its registered end with the last request, and takes requests until then', () => {
    const { plan } = registerCanary(PRACTICE_PLAN, { discordance: 0.2 });
    const at = (pairs: number) => hasEnded(plan, { pairs, elapsedHours: practiceHours(pairs) });
    expect(at(PRACTICE_REQUESTS - 1)).toBe(false);
    expect(at(PRACTICE_REQUESTS)).toBe(true);
    expect(PRACTICE_HOURS).toBeLessThan(plan.windowHours);
  });
});
