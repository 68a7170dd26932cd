import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { RunView } from '@/lib/contracts/run-shapes';
import { EMPTY_SUMMARY } from '@/lib/projection/run-summary';
import { CONFIRMATION } from '@/lib/view/testing/run-views';
import { LatestRunCard } from './latest-run-card';

const score = (mean: number) => ({ mean, lower: mean - 0.1, upper: mean + 0.1, n: 300 });

/** Part of a run that the card reads. */
const RUN = {
  ...{ id: 'run_1', label: 'Combee, seed 1', kind: 'combee', status: 'finished', experimentId: 'exp_1' },
  ...{ experimentName: 'Formula', practice: true, scoreDoubt: null },
  ...{ startedAt: '2026-11-22T10:00:00Z', endedAt: '2026-11-22T10:10:00Z' },
  summary: { ...EMPTY_SUMMARY, seedScore: score(0.4), bestScore: score(0.45) },
} as unknown as RunView;

const ANSWERS: Readonly<Record<string, unknown>> = {
  '/api/v1/runs/run_1/confirmation': { ...CONFIRMATION, state: 'sealed' },
  '/api/v1/truths': { items: [{ subjectId: 'run_1', kind: 'gain', tone: 'good', sentence: 'It gained.' }] },
  '/api/v1/comparisons/curves': { own: [{ points: [{ score: 0.4 }, { score: 0.45 }] }], imported: [] },
};

function show(answers: Readonly<Record<string, unknown>>, isOnExperiment = false) {
  vi.stubGlobal('fetch', async (url: string) => {
    const answer = answers[new URL(url, 'http://waggle').pathname];
    return Response.json(answer ?? { code: 'NOT_FOUND', message: 'None.' }, { status: answer ? 200 : 404 });
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <LatestRunCard run={RUN} isOnExperiment={isOnExperiment} />
    </QueryClientProvider>,
  );
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the latest run on the overview', () => {
  it('shows scores at once, and a verdict and a next step only once both are known', async () => {
    show(ANSWERS);
    expect(screen.getByText('40.0 %')).toBeTruthy();
    expect(screen.getByText('45.0 %')).toBeTruthy();
    expect(screen.queryByText('Better')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Confirm the gain' })).toBeNull();
    const next = await screen.findByRole('link', { name: 'Confirm the gain' });
    expect(next.getAttribute('href')).toBe('/runs/run_1');
    expect(screen.getByText('Better').getAttribute('title')).toBe('It gained.');
    expect(screen.getByRole('img', { name: 'Held-out score from 40.0 % to 45.0 %' })).toBeTruthy();
  });

  it('leads from the page of its experiment to no page but another one', async () => {
    const worse = { items: [{ subjectId: 'run_1', kind: 'worse', tone: 'bad', sentence: 'It lost.' }] };
    show({ ...ANSWERS, '/api/v1/truths': worse }, true);
    expect(await screen.findByText('Worse')).toBeTruthy();
    expect(screen.queryByText('Formula')).toBeNull();
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/runs/run_1']);
  });

  it('claims no speed where the costs could not be read', async () => {
    show(ANSWERS);
    const fact = screen.getByText('Against serial').closest('div');
    await waitFor(() => expect(fact?.textContent).toBe('Against serial–'));
  });

  it('proposes to read the run, not to promote it, where no finding could be read', async () => {
    show({});
    expect(await screen.findByRole('link', { name: 'Open the run' })).toBeTruthy();
    expect(screen.getByText('Unmeasured')).toBeTruthy();
  });
});
