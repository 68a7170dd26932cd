import { describe, expect, it } from 'vitest';
import type { RunStatus } from '@/lib/domain/run';
import { wilsonInterval } from '@/lib/stats/wilson';
import { describeOutcome, type OutcomeFacts } from './run-outcome';
import { EMPTY_SUMMARY } from './run-summary';

const of = (right: number, n: number) => {
  const interval = wilsonInterval(right, n);
  return { mean: right / n, lower: interval?.lower ?? null, upper: interval?.upper ?? null, n };
};

interface Case {
  readonly first?: number | null;
  readonly best?: number | null;
  readonly status?: RunStatus;
  readonly failures?: number;
  readonly more?: Partial<OutcomeFacts>;
}

function outcome({ first = 120, best = 220, status = 'finished', failures = 0, more = {} }: Case = {}) {
  return describeOutcome({
    run: {
      ...{ label: 'Wide', status, kind: 'combee', practice: false, hardware: 'A100' },
      statusReason: status === 'stopped' ? 'A person stopped the run.' : null,
      summary: {
        ...EMPTY_SUMMARY,
        ...{ rollouts: 250, evaluationRollouts: 600, failures },
        seedScore: first === null ? null : of(first, 300),
        bestScore: best === null ? null : of(best, 300),
        spend: { ...EMPTY_SUMMARY.spend, spendUsd: 1.5 },
      },
    },
    ...{ tookMs: 245_000, serialBest: null, collapses: 0, confirmation: null, contamination: null },
    ...more,
  });
}

const sealed = { state: 'sealed' as const, result: null, heldOutUses: 3 };

describe('what an ended run did', () => {
  it('says start, best, interval, n, rollouts, time and money, and that a gain is decided', () => {
    const { word, did, cost, decided, warnings } = outcome();
    expect(word).toBe('Gain, unconfirmed');
    expect(did).toMatch(/^“Wide” finished: held-out went from 40\.0 % \(95 % .+, n = 300\) .+ to 73\.3 %/u);
    expect(cost).toBe('250 training rollouts and 600 to measure in 4 min 05 s, $1.50 paid (USD).');
    expect(decided[0]).toMatch(/^Against its start \+33\.3 pt .+above zero, decided\.$/u);
    expect(warnings).toEqual([]);
  });

  it('says that nothing is decided where the interval includes zero, against the serial baseline too', () => {
    const { word, decided } = outcome({ best: 125, more: { serialBest: of(130, 300) } });
    expect(word).toBe('Not decided');
    expect(decided).toHaveLength(2);
    expect(decided.every((line) => line.endsWith('the interval includes zero, not decided.'))).toBe(true);
  });

  it('names a collapse, failed rollouts and a much measured split beside the numbers', () => {
    const { warnings } = outcome({
      failures: 85,
      more: { collapses: 2, confirmation: { ...sealed, heldOutUses: 41 } },
    });
    expect(warnings).toEqual([
      'Its candidates became near-copies of one another in 2 iterations (collapse).',
      '85 of 850 rollouts gave no usable answer and count as wrong.',
      'Unconfirmed: held-out chose the best prompt, so its score flatters it a little.',
      'Held-out of this split has been measured 41 times by all runs.',
    ]);
  });

  it('says who stopped it, and that it did not come to its end', () => {
    const { did, warnings } = outcome({ status: 'stopped' });
    expect(did).toContain('was stopped (A person stopped the run): held-out went from');
    expect(warnings[0]).toContain('did not come to its planned end');
  });

  it('claims nothing where held-out was never measured', () => {
    const { word, did, decided } = outcome({ first: null, best: null, status: 'failed' });
    expect([word, decided]).toEqual(['Nothing measured', []]);
    expect(did).toContain('failed before held-out was measured');
  });

  it('lets the confirmation examples have the last word', () => {
    const result = (lower: number) => ({
      ...{ original: of(60, 150), chosen: of(90, 150) },
      difference: { mean: 0.2, lower, upper: 0.3, n: 150 },
    });
    const scored = (lower: number) => ({ state: 'scored' as const, result: result(lower), heldOutUses: 3 });
    const passed = outcome({ more: { confirmation: scored(0.1) } });
    expect(passed.word).toBe('Confirmed gain');
    expect(passed.decided.at(-1)).toContain('(95 % +10.0 pt to +30.0 pt, n = 150): the gain is confirmed.');
    expect(outcome({ more: { confirmation: scored(-0.1) } }).word).toBe('Not confirmed');
  });
});
