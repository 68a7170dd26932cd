import { describe, expect, it } from 'vitest';
import type { RunView } from '@/lib/contracts/run-shapes';
import { gainOverStart } from './gain-over-start';

const measured = (mean: number) => ({ mean, lower: mean - 0.05, upper: mean + 0.05, n: 300 });
const summary = { bestScore: measured(0.89), seedScore: measured(0.673) } as RunView['summary'];

describe('the gain of a run over its start', () => {
  it('has the paired interval of the same two prompts', () => {
    const paired = { mean: 0.217, lower: 0.173, upper: 0.263, n: 300 };
    expect(gainOverStart(summary, paired)).toEqual({
      points: '+21.7 pt',
      interval: '95 % +17.3 to +26.3',
    });
  });

  it('has none of another prompt, nor where nothing was paired', () => {
    const ofTheLastPrompt = { mean: -0.02, lower: -0.05, upper: 0.01, n: 300 };
    expect(gainOverStart(summary, ofTheLastPrompt)?.interval).toBe('no interval');
    expect(gainOverStart(summary, null)).toEqual({ points: '+21.7 pt', interval: 'no interval' });
  });

  it('has no sign where there is no difference, and says that its interval has no width', () => {
    const same = { ...summary, bestScore: summary.seedScore };
    const none = { mean: 0, lower: 0, upper: 0, n: 300 };
    expect(gainOverStart(same, none)).toEqual({ points: '0.0 pt', interval: '95 %, no width' });
  });

  it('is not known before both were measured', () => {
    expect(gainOverStart({ ...summary, bestScore: null }, null)).toBeNull();
  });
});
