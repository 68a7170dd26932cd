import { describe, expect, it } from 'vitest';
import type { PastAttempt } from '@/lib/domain/past-attempt';
import { agentFigures } from './agent-figures';

const NOW = 10 * 3_600_000;

const past = (over: Partial<PastAttempt> = {}): PastAttempt => ({
  ...{ status: 'completed', fault: null, startedAtMs: NOW - 61_000, endedAtMs: NOW - 1000 },
  ...{ tokens: 100, costUsd: 0.02, countedBy: 'proxy' },
  ...over,
});

describe('figures of an agent', () => {
  it('leave a cost that is not known out of the mean', () => {
    const { usd, tokens } = agentFigures([past(), past({ costUsd: null })], NOW);
    expect(usd).toMatchObject({ n: 1, mean: 0.02 });
    expect(tokens?.n).toBe(2);
  });

  it('leave attempts that a stop or a lost worker cut short out of time, tokens and cost', () => {
    const cut = ['stopped', 'lost', 'running', 'queued'].map((status) => past({ status, tokens: 9_999 }));
    const figures = agentFigures([past(), ...cut], NOW);
    expect(figures).toMatchObject({ attempts: 5, completed: 1, failed: 0, open: 2, perHour: 1 });
    expect(figures.tokens).toMatchObject({ n: 1, p90: 100 });
    expect(figures.ms).toMatchObject({ n: 1, median: 60_000 });
  });

  it('count no tokens where no model call was seen or reported', () => {
    expect(agentFigures([past({ countedBy: 'unknown', tokens: 0 })], NOW).tokens).toBeNull();
  });

  it('count a time-out as a limit, and failures by kind, the most frequent first', () => {
    const overdue = past({ status: 'limit', fault: { failure: 'limit', fault: 'seconds' } });
    const gone = past({ status: 'failed', fault: { failure: 'infrastructure', fault: 'unreachable' } });
    const figures = agentFigures([overdue, gone, gone], NOW);
    expect(figures).toMatchObject({ limited: 1, timedOut: 1, failed: 2 });
    expect(figures.failures).toEqual([
      { kind: 'infrastructure', fault: 'unreachable', count: 2 },
      { kind: 'limit', fault: 'seconds', count: 1 },
    ]);
  });

  it('count throughput over the last hour, and say nothing where no attempt has ended', () => {
    const earlier = past({ endedAtMs: NOW - 3_600_001 });
    expect(agentFigures([past(), earlier], NOW).perHour).toBe(1);
    expect(agentFigures([past({ status: 'running', endedAtMs: null })], NOW).perHour).toBeNull();
  });
});
