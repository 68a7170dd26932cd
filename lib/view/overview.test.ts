import { describe, expect, it } from 'vitest';
import { atListPrice, moneyWords } from './overview';

const money = { runs: 3, unknownRuns: 0, spendUsd: 2, costUsd: 2 };

describe('money over all runs', () => {
  it('says of how many runs it is unknown, and never $0.00 for what is unknown', () => {
    expect(moneyWords(money)).toBe('$2.00');
    expect(moneyWords({ ...money, unknownRuns: 1 })).toBe('$2.00 + unknown of 1 run');
    expect(moneyWords({ ...money, unknownRuns: 3, spendUsd: 0 })).toBe('unknown');
  });

  it('names the list price only where answers were reused', () => {
    expect(atListPrice(money)).toBe('');
    expect(atListPrice({ ...money, costUsd: 5 })).toContain('$5.00');
    expect(atListPrice(null)).toBe('');
  });
});
