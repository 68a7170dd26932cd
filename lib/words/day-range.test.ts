import { describe, expect, it } from 'vitest';
import { dayRange } from './day-range';

const range = (from: string, to: string) => dayRange(Date.parse(from), Date.parse(to));

describe('a range of days', () => {
  it.each([
    ['names a month once', '2026-11-20T23:00:00Z', '2026-11-27T01:00:00Z', '20–27 Nov'],
    ['names both months', '2026-11-28T00:00:00Z', '2026-12-05T00:00:00Z', '28 Nov – 5 Dec'],
    ['that is a year long names both', '2025-11-27T00:00:00Z', '2026-11-27T12:00:00Z', '27 Nov – 27 Nov'],
    ['within a day is that day', '2026-11-27T00:00:00Z', '2026-11-27T12:00:00Z', '27 Nov'],
  ])('%s', (_what, from, to, words) => {
    expect(range(from, to)).toBe(words);
  });
});
