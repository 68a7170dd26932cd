import { describe, expect, it } from 'vitest';
import { scoredBy, scorerSentence } from './scored-by';
import type { ScoringSpec } from './scoring';

const HTTP: ScoringSpec = { kind: 'http', url: 'https://score.example/', header: null, timeoutSeconds: 5 };
const PROGRAM: ScoringSpec = { kind: 'command', command: 'unit-tests' };

describe('who scores', () => {
  it('is code only where our own code does', () => {
    expect([HTTP, PROGRAM, { kind: 'formula' as const }].map(scoredBy)).toEqual(['http', 'program', 'code']);
    expect(scoredBy({ kind: 'judge' })).toBe('judge');
  });

  it('says of what is outside that it is not calibrated, by its own name', () => {
    expect(scorerSentence(HTTP)).toMatch(/score\.example.*not calibrated/);
    expect(scorerSentence(PROGRAM)).toMatch(/unit-tests.*not calibrated/);
    for (const scoring of [HTTP, PROGRAM]) expect(scorerSentence(scoring)).not.toMatch(/\bcode\b/i);
  });
});
