import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { afterEach, describe, expect, it } from 'vitest';
import type { PairedComparison, PairedRun } from '@/lib/contracts/paired-comparisons';
import { WinnerCard } from './winner-card';

afterEach(cleanup);

const SIDE = {
  ...{ experimentId: 'exp_1', candidateHash: 'hash', practice: true, hardware: 'this machine', doubt: null },
  score: { mean: 0.8, lower: 0.75, upper: 0.85, n: 300 },
  ...{ learningMs: 90_000, costUsd: 0.4 },
};
const BASELINE = { ...SIDE, runId: 'run_a', label: 'Serial' };
const other = (runId: string, label: string): PairedRun => ({
  ...SIDE,
  ...{ runId, label, learningMs: 17_000, costUsd: null },
  ...{ n: 300, unpaired: 0, wins: 30, losses: 10, ties: 260, p: 0.002, quality: 'holds', margin: 0.01 },
  difference: { mean: 0.0667, lower: 0.027, upper: 0.107, n: 300 },
});
const APART = { baseline: BASELINE, others: [], splitHash: 's', apart: 'These runs have two splits.' };
const of = (others: PairedRun[]): PairedComparison => ({ ...APART, others, apart: null });

function show(comparison: PairedComparison, isApartSaid = false) {
  const runIds = [comparison.baseline, ...comparison.others, { runId: 'run_z' }].map(({ runId }) => runId);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <NuqsTestingAdapter hasMemory>
        <WinnerCard runIds={runIds} initial={comparison} isApartSaid={isApartSaid} />
      </NuqsTestingAdapter>
    </QueryClientProvider>,
  );
}

describe('the winner of a comparison', () => {
  it('has a verdict, the gain with interval and n, the practice label, and time and cost of each run', () => {
    show(of([other('run_b', 'Combee')]));
    expect(screen.getByText('Better')).toBeTruthy();
    expect(screen.getByText(/\+6\.7.pt \(95.% .* n.=.300\)/)).toBeTruthy();
    expect(screen.getByText(/practice model/)).toBeTruthy();
    const [, serial, combee] = within(screen.getByRole('table', { name: 'Compared runs' })).getAllByRole(
      'row',
    );
    expect(serial?.textContent).toMatch(/1 min 30 s\$0\.40/);
    expect(combee?.textContent).toMatch(/17 sunknown/);
  });

  it('says why nothing is compared, once', () => {
    show(APART);
    expect(screen.getByText('These runs have two splits.')).toBeTruthy();
    cleanup();
    show(APART, true);
    expect(screen.queryByText('These runs have two splits.')).toBeNull();
  });

  it('of several runs says the line about the chosen one', async () => {
    show(of([other('run_b', 'Combee'), other('run_c', 'Naive')]));
    expect(screen.getByText('“Combee” beats “Serial”')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Show' }));
    expect(await screen.findByText('“Naive” beats “Serial”')).toBeTruthy();
  });
});
