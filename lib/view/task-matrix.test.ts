import { describe, expect, it } from 'vitest';
import { causesOf, cellWords, completionWords, unsolvedWords } from './task-matrix';

const cell = { score: 0, timedOut: false, cause: null, rolloutId: null };

describe('a cell of the matrix of tasks', () => {
  it('tells a missing score, a failure, a time-out and a partial reward apart', () => {
    const cells = [
      { ...cell, score: null },
      cell,
      { ...cell, timedOut: true },
      { ...cell, score: 0.5 },
      { ...cell, score: 0.5, timedOut: true },
      { ...cell, score: 1, timedOut: true },
    ];
    expect(new Set(cells.map((one) => cellWords(one).word)).size).toBe(cells.length);
    expect(cellWords({ ...cell, score: null, timedOut: true }).tone).toBe('neutral');
  });
});

describe('the causes of cells', () => {
  it('are listed once each, and none for a solved task', () => {
    const full = { ...cell, score: null, cause: 'The disk is full.' };
    const late = { ...cell, cause: 'No answer came in time.' };
    expect(causesOf([late, full, null, full, { ...full, score: 1, cause: 'Unseen.' }])).toEqual([
      late.cause,
      full.cause,
    ]);
  });
});

describe('tasks that a run did not solve', () => {
  it('are counted by their end, without missing and solved ones', () => {
    const ends = [
      cell,
      cell,
      { ...cell, timedOut: true },
      { ...cell, score: null },
      { ...cell, score: 1 },
      null,
    ];
    expect(unsolvedWords(ends)).toBe('2 failed, 1 timed out');
    expect(unsolvedWords([{ ...cell, score: 1 }])).toBeNull();
  });
});

describe('a goal completion', () => {
  it('has bounds where tasks are missing', () => {
    const whole = { percent: 50, measured: 4, missing: 0, bounds: [50, 50] as [number, number] };
    expect(completionWords(whole)).toBe('50.0 %');
    expect(completionWords({ ...whole, missing: 1, bounds: [40, 60] })).toContain('40.0 to 60.0 %');
  });
});
