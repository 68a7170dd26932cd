import { describe, expect, it } from 'vitest';
import { describeMeasurement, formatSpan } from '@/lib/view/numbers';
import { countWords } from './count-words';

describe('words of a page', () => {
  it('are tokens with a letter, so that figures and signs are none', () => {
    expect(countWords('Held-out score 45.0 % → 12, “better” – v2')).toBe(4);
    expect(countWords('')).toBe(0);
  });

  it('leave out the interval, the n and the practice label of a number, as the pages write them', () => {
    const { whole } = describeMeasurement({ mean: 0.45, lower: 0.4, upper: 0.5, n: 1200 });
    expect(countWords(`Score ${whole}, practice model`)).toBe(1);
    expect(countWords(`Gain ${formatSpan({ lower: -0.01, upper: 0.03 })}`)).toBe(1);
    expect(countWords(`Gain ${formatSpan({ lower: null, upper: null })}`)).toBe(1);
  });
});
