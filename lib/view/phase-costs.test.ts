import { describe, expect, it } from 'vitest';
import type { RunCostsView } from '@/lib/contracts/costs';
import { preparePhaseCosts } from './phase-costs';

const spent = (purpose: string, costUsd: number | null) => ({ purpose, costUsd, tokens: 100 });
const viewOf = (costUsd: number | null) =>
  ({
    total: { costUsd, calls: 40 },
    byPurpose: [
      { ...spent('generate', 12), tokens: 200 },
      ...[spent('evaluate', 1), spent('reflect', 3), spent('combine', 2), spent('judge', 2)],
    ],
    prices: [{ pricedAt: '2026-01-02T00:00:00Z' }, { pricedAt: null }],
  }) as unknown as RunCostsView;
const ORIGIN = { split: 'heldOut', hardware: 'this machine', practice: true } as const;

describe('money by phase and role', () => {
  it('adds every purpose to one phase and to the role that was asked, and loses nothing', () => {
    const { rows, series, summary, origin } = preparePhaseCosts(viewOf(20), ORIGIN);
    expect(rows.map(({ x, values }) => [x, values.serving, values.proposer, values.evaluator])).toEqual([
      ['rollouts', 12, 0, 0],
      ['reflection', 0, 3, 0],
      ['aggregation', 0, 2, 0],
      ['measuring', 1, 0, 0],
      ['judging', 0, 0, 2],
    ]);
    expect(series.map(({ key }) => key)).toEqual(['serving', 'proposer', 'evaluator']);
    expect(summary).toBe('Most went into rollouts: 60.0 % of $20.00 in 40 calls.');
    expect(origin).toBe(
      'list price in dollars (US), prices of 2026-01-02 and no price entered, no interval · this machine · practice model',
    );
  });

  it('draws tokens where a model has no price', () => {
    const { rows, yLabel, summary } = preparePhaseCosts(viewOf(null), ORIGIN);
    expect([rows[0]?.values.serving, yLabel]).toEqual([200, 'tokens']);
    expect(summary).toContain('has no price');
  });
});
