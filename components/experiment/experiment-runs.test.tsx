import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useRuns } from '@/components/queries/use-experiments';
import type { ExperimentView } from '@/lib/contracts/experiments';
import { EMPTY_SUMMARY } from '@/lib/projection/run-summary';
import { ExperimentRuns } from './experiment-runs';

const runs = Array.from({ length: 6 }, (_, index) => ({
  ...{ id: `run_${index}`, label: `Combee, seed ${index}`, kind: 'combee', status: 'finished', seed: index },
  ...{ experimentId: 'exp_1', experimentName: 'Formula', practice: false, scoreDoubt: null, runHash: null },
  ...{ createdAt: '2026-11-22T10:00:00Z', startedAt: null, endedAt: null, summary: EMPTY_SUMMARY },
}));

let items: readonly object[] = runs;
beforeEach(() => {
  items = runs;
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json({ items: url.includes('/runs') ? items : [], nextCursor: null }),
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Shown() {
  const experiment = { id: 'exp_1', name: 'Formula' } as ExperimentView;
  return (
    <ExperimentRuns
      experiment={experiment}
      runs={useRuns('exp_1')}
      runButton={<button type="button">Run</button>}
    />
  );
}

const show = () =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Shown />
    </QueryClientProvider>,
  );

describe('the runs on the page of an experiment', () => {
  it('are the three newest in few words, and all of them on request', async () => {
    show();
    expect(await screen.findAllByRole('link', { name: /^Combee/ })).toHaveLength(3);
    expect(screen.getByRole('link', { name: 'Compare 6 finished runs' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Show all runs' }));
    expect(screen.getAllByRole('link', { name: /^Combee/ })).toHaveLength(6);
    expect(screen.getByRole('columnheader', { name: 'Gain over the start' })).toBeTruthy();
  });

  it('give the button that makes the first one where there is none', async () => {
    items = [];
    show();
    expect(await screen.findByText('Not run yet')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Run' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show all runs' })).toBeNull();
  });
});
