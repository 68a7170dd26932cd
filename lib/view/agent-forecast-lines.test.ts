import { describe, expect, it } from 'vitest';
import type { AgentForecastView } from '@/lib/contracts/agent-forecast';
import { atLimitSentence, forecastLines } from './agent-forecast-lines';
import { NOT_KNOWN } from './numbers';

const GIVEN: AgentForecastView = {
  agent: { id: 'agt_1', name: 'Solver', version: 2 },
  rollouts: { low: 50, high: 60 },
  ms: { n: 7, mean: { low: 60_000, high: 120_000 }, p90: { low: 180_000, high: 180_000 } },
  tokens: { n: 7, mean: { low: 5000, high: 5000 }, p90: { low: 9000, high: 9000 } },
  usd: null,
  atLimit: 55,
};
const lineOf = (term: string) => forecastLines(GIVEN).find((line) => line.term === term)?.value;

describe('the forecast of an agent in words', () => {
  it('gives a span where both ends differ, the 90th percentile, and of how many rollouts it is', () => {
    expect(lineOf('Rollouts')).toBe('50 to 60');
    expect(lineOf('Time')).toBe('1 min to 2 min; 90th percentile 3 min (n = 7)');
    expect(lineOf('Tokens')).toBe('5,000; 90th percentile 9,000 (n = 7)');
  });

  it('never shows an unknown cost as a number', () => {
    expect(lineOf('Cost')).toBe(NOT_KNOWN);
  });

  it('says what to do only where the budget may not reach, and nothing without a cap', () => {
    expect(atLimitSentence(GIVEN)).toContain('raise the budget');
    expect(atLimitSentence({ ...GIVEN, atLimit: 60 })).not.toContain('raise');
    expect(atLimitSentence({ ...GIVEN, atLimit: null })).toBeNull();
  });
});
