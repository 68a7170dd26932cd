import { describe, expect, it } from 'vitest';
import { gainOverStart } from './gain-over-start';

describe('the gain of a run over its start', () => {
  it('is the corrected one with its interval', () => {
    expect(gainOverStart({ mean: 0.217, lower: 0.173, upper: 0.263, n: 300 })).toEqual({
      points: '+21.7 pt',
      interval: '95 % +17.3 to +26.3',
    });
    expect(gainOverStart({ mean: 0.2, lower: null, upper: null, n: 1 })?.interval).toBe('no interval');
  });

  it('has no sign where there is no difference, and says that its interval has no width', () => {
    const none = { mean: 0, lower: 0, upper: 0, n: 300 };
    expect(gainOverStart(none)).toEqual({ points: '0.0 pt', interval: '95 %, no width' });
  });

  it('is not known before the run has ended', () => {
    expect(gainOverStart(null)).toBeNull();
  });
});
