import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { CostHeadlineView } from '@/lib/contracts/cost-shapes';
import type { RunCostsView } from '@/lib/contracts/costs';
import { prepareFigures, rowAgainstSerial, unsaid } from '@/lib/view/cost-figures';
import { prepareIterationCosts } from '@/lib/view/run-costs';
import { AcceptedTable } from './accepted-table';
import { FigureList } from './figure-list';
import { CostHeadline } from './headline';
import { PriceTable } from './price-table';
import { RoleTable } from './role-table';
import { TargetCard } from './target-card';

const origin = { split: 'heldOut', hardware: 'H100', practice: true } as const;
const gain = { mean: 0.2, lower: 0.1, upper: 0.3, n: 100 };
const measured = {
  ...({ kind: 'measured', usdPerPoint: 0.1, lower: 0.05, upper: 0.2, usd: 2, gain } as const),
  sentence: '$0.10 a held-out point (95 % $0.050 to $0.20, n = 100).',
};
const said = { big: '$0.10 a point', sentence: measured.sentence };

const totals: RunCostsView['total'] = {
  ...{
    calls: 12,
    unanswered: 0,
    failures: 1,
    causes: { unparseable: 1 },
    refused: 0,
    cached: 2,
  },
  ...{ possiblyPaidTwice: 1, unpriced: 0, rollouts: 8, evaluationRollouts: 4, tokensIn: 1000 },
  ...{ tokensOut: 200, tokensCached: 50, tokens: 1200, gpuSeconds: null, costUsd: 2, spendUsd: 1.5 },
  ...{ twiceUsdMax: 0.5 },
};

describe('the headline of a run', () => {
  it('R-025: shows a speedup beside the price of a point', () => {
    const speed = { kind: 'shown', ratio: 9, lower: 8, upper: 10, seeds: 3 } as const;
    render(<CostHeadline headline={{ priced: true, cost: measured, speed, ...said }} />);
    expect(screen.getByText('$0.10 a point')).toBeTruthy();
    expect(screen.getByText('9.0× in learning time')).toBeTruthy();
  });

  it('R-025: refuses to draw a speedup without a price, whatever it is given', () => {
    const speed = { kind: 'shown', ratio: 9, lower: null, upper: null, seeds: 1 };
    const cost = { ...measured, kind: 'unpriced' };
    const bare = { priced: false, cost, speed, ...said } as unknown as CostHeadlineView;
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(() => render(<CostHeadline headline={bare} />)).toThrow(/not printed without the price/);
    quiet.mockRestore();
  });

  it('R-012: strikes the ratio of a regression through and names it', () => {
    const speed = { kind: 'regression', struckThrough: 9, sentence: 'Worse.' } as const;
    render(<CostHeadline headline={{ priced: true, cost: measured, speed, ...said }} />);
    expect(screen.getByText('9.0×').tagName).toBe('S');
    expect(screen.getByText(/regression/)).toBeTruthy();
  });
});

describe('the parts of the cost tab', () => {
  it('say list beside paid, and words where something was not measured', () => {
    render(<FigureList figures={prepareFigures(totals, false)} />);
    for (const text of ['$2.00', '$1.50', '$0.50', 'not measured'])
      expect(screen.getByText(text)).toBeTruthy();
  });

  it('call the money of a practice model pretend, as the overview does', () => {
    const { container } = render(<FigureList figures={prepareFigures(totals, true)} />);
    const shown = within(container);
    expect(shown.queryByText('Paid')).toBeNull();
    expect(shown.getByText('Pretend, practice model')).toBeTruthy();
    expect(shown.getByText('1 call possibly counted twice')).toBeTruthy();
  });

  it('say the verdict against serial once, and the own difference of each accepted prompt', () => {
    const verdict =
      'Undecided whether it keeps the serial score within 1 point: more held-out examples decide.';
    const difference = 'Difference −1.7 points on held-out (95 % −6.2 to +2.9, n = 60).';
    const price = 'No improvement over serial, so a point over it has no price.';
    const headline = `$0.10 a held-out point (95 % $0.05 to $0.20, n = 60). ${verdict} ${difference}`;
    const against = `${verdict} ${difference} ${price}`;
    expect(unsaid(against, headline)).toBe(price);
    expect(rowAgainstSerial(against, `${headline} ${against}`)).toBe(difference);
  });

  it('keep the roles apart and give the day of each price', () => {
    const roles = [
      { role: 'serving', model: 'small', ...totals },
      { role: 'proposer', model: 'small', ...totals, costUsd: null },
    ] as const;
    render(<RoleTable roles={[...roles]} origin={origin} />);
    const rows = screen.getAllByRole('row').slice(1);
    expect(within(rows[1] as HTMLElement).getByText('unknown')).toBeTruthy();
    const price = {
      ...{ provider: 'P', model: 'small', usdPerMillionIn: 1, usdPerMillionOut: null },
      ...{ usdPerMillionCached: null, pricedAt: '2026-11-01T00:00:00.000Z', hardware: 'H100' },
      ...{ practice: false, acceleratorsPerCall: null },
    };
    render(<PriceTable prices={[price]} />);
    expect(screen.getByText('2026-11-01')).toBeTruthy();
  });

  it('say that no prompt was accepted, or what each took', () => {
    const { rerender } = render(<AcceptedTable accepted={[]} origin={origin} said="" />);
    expect(screen.getByText(/No prompt has become better/)).toBeTruthy();
    const sentence = 'There is no finished serial baseline.';
    const one = {
      ...{
        candidateHash: 'a'.repeat(64),
        iteration: 2,
        heldOut: { mean: 0.8, lower: 0.7, upper: 0.9, n: 100 },
      },
      ...{ totals, learningMs: 1000, totalMs: 2000, recordedAt: null },
      againstSerial: { kind: 'notCompared', baseline: null, code: 'NO_BASELINE', sentence } as const,
    };
    rerender(<AcceptedTable accepted={[one]} origin={origin} said="" />);
    expect(screen.getByText('80.0 %')).toBeTruthy();
    expect(screen.getByText('95 % 70.0–90.0 %, n = 100')).toBeTruthy();
    expect(screen.getByText(sentence)).toBeTruthy();
  });

  it('ask for a target between 0 and 100 % and pass it on as a share', async () => {
    const onTarget = vi.fn();
    const all = <W,>(word: W) => ({
      rollouts: word,
      tokens: word,
      gpuSeconds: word,
      costUsd: word,
      learningMs: word,
      totalMs: word,
    });
    const amounts = all('notReached' as const);
    const toTarget = {
      kind: 'notReached',
      target: 0.9,
      best: 0.8,
      amounts,
      sentence: 'Not reached.',
    } as const;
    const serial = {
      baseline: { runId: 'run_0', label: 'Serial 1' },
      amounts: { ...all(2000), gpuSeconds: 'notMeasured' as const },
      sentence: 'The serial baseline: reached.',
    };
    render(<TargetCard toTarget={toTarget} serialToTarget={serial} origin={origin} onTarget={onTarget} />);
    expect(screen.getByRole('row', { name: /^Rollouts not reached 2,000$/ })).toBeDefined();
    expect(screen.getByRole('row', { name: /^GPU-seconds not reached not measured$/ })).toBeDefined();
    expect(screen.getByRole('columnheader', { name: 'Serial 1' })).toBeDefined();
    const input = screen.getByLabelText('Held-out score to reach, %');
    await userEvent.clear(input);
    await userEvent.type(input, '120{Enter}');
    expect(screen.getByText('Enter a score between 0 and 100 %.')).toBeTruthy();
    await userEvent.clear(input);
    await userEvent.type(input, '85{Enter}');
    expect(onTarget).toHaveBeenCalledExactlyOnceWith(0.85);
  });

  it('draw each iteration by what its money was for, in a unit that can be read', () => {
    const byPurpose = [
      { purpose: 'generate', ...totals, costUsd: 0.0001 },
      { purpose: 'reflect', ...totals, costUsd: 0.0002 },
      { purpose: 'judge', ...totals, costUsd: 0.0003 },
    ];
    const byIteration = [{ iteration: 0, ...totals, costUsd: 0.0006, costUsdUntilHere: 0.0006, byPurpose }];
    const view = {
      ...{ byIteration, iterations: 2001, total: { ...totals, costUsd: 0.0006 } },
    } as unknown as RunCostsView;
    const chart = prepareIterationCosts(view, origin);
    expect(chart.yLabel).toBe('millionths of a dollar');
    expect(chart.rows[0]?.values.train).toBeCloseTo(100);
    expect(chart.rows[0]?.values.learn).toBeCloseTo(200);
    expect(chart.rows[0]?.values.measure).toBeCloseTo(300);
    expect(chart.origin).toContain('the newest 120 of 2,001 columns');
    expect(chart.summary).toContain('2,000 iterations and what came before cost');
    const alone = prepareIterationCosts({ ...view, iterations: 1 }, origin);
    expect(alone.summary).toMatch(/^1 iteration cost/);
    const unpriced = { ...view, total: { ...totals, costUsd: null } } as unknown as RunCostsView;
    expect(prepareIterationCosts(unpriced, origin).yLabel).toBe('tokens');
  });
});
