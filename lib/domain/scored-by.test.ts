import { describe, expect, it } from 'vitest';
import { scoredBy, scorerOf } from './scored-by';
import type { ScoringSpec } from './scoring';

const HTTP: ScoringSpec = { kind: 'http', url: 'https://score.example/', header: null, timeoutSeconds: 5 };
const PROGRAM: ScoringSpec = { kind: 'command', command: 'unit-tests' };

describe('who scores', () => {
  it('is code only where our own code does', () => {
    expect([HTTP, PROGRAM, { kind: 'formula' as const }].map(scoredBy)).toEqual(['http', 'program', 'code']);
    expect(scoredBy({ kind: 'judge' })).toBe('judge');
  });

  it('is named where it is outside', () => {
    expect(scorerOf(HTTP)).toEqual({ by: 'http', kind: 'http', name: 'https://score.example/' });
    expect(scorerOf(PROGRAM)).toEqual({ by: 'program', kind: 'command', name: 'unit-tests' });
    expect(scorerOf({ kind: 'formula' })).toEqual({ by: 'code', kind: 'formula', name: null });
  });
});
