import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { RunView } from '@/lib/contracts/run-shapes';
import { EMPTY_SUMMARY } from '@/lib/projection/run-summary';
import { CONFIRMATION } from '@/lib/view/testing/run-views';
import { LatestOutcome } from './latest-outcome';

const score = (mean: number) => ({ mean, lower: mean - 0.1, upper: mean + 0.1, n: 300 });
const difference = (mean: number) => ({ mean, lower: mean - 0.01, upper: mean + 0.01, n: 300 });

/** Part of a run that the card reads. */
const run = (id: string, kind: RunView['kind'], endedAt: string) =>
  ({
    ...{ id, label: id, kind, status: 'finished', statusReason: null, experimentId: 'exp_1' },
    ...{ experimentName: 'Formula', practice: true, hardware: 'practice model' },
    ...{ startedAt: '2026-11-22T10:00:00Z', endedAt },
    summary: { ...EMPTY_SUMMARY, seedScore: score(0.4), bestScore: score(0.45) },
  }) as unknown as RunView;
const RUNS = [
  run('run_wide', 'combee', '2026-11-22T10:10:00Z'),
  run('run_serial', 'serialBaseline', '2026-11-22T10:05:00Z'),
];

const againstSerial = {
  ...{ answer: 'fails', margin: 0.01, difference: difference(-0.03) },
  sentence: 'Loses more than 1 point against the serial run and saves 40.0 s of learning time.',
};

const ANSWERS: Readonly<Record<string, unknown>> = {
  '/api/v1/runs/run_wide': { ...RUNS[0], contamination: null },
  '/api/v1/runs/run_wide/confirmation': CONFIRMATION,
  '/api/v1/runs/run_wide/entries': { items: [] },
  '/api/v1/truths': {
    items: [
      {
        subjectId: 'run_wide',
        kind: 'gain',
        tone: 'good',
        sentence: '',
        gain: difference(0.05),
        againstSerial,
      },
    ],
  },
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the latest run on the overview', () => {
  it('says nothing of a difference before it is paired, and then that one alone', async () => {
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (url: string) => {
      asked.push(url);
      const body = JSON.stringify(ANSWERS[new URL(url, 'http://waggle').pathname]);
      return new Response(body, { headers: { 'content-type': 'application/json' } });
    });
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <LatestOutcome runs={RUNS} />
      </QueryClientProvider>,
    );
    expect(screen.getByText(/its best one 45\.0 %/)).toBeTruthy();
    expect(screen.queryByText(/the gain holds/)).toBeNull();
    await waitFor(() =>
      expect(screen.getByText(/original one: \+5\.0 pt .+paired.+the gain holds, /)).toBeTruthy(),
    );
    expect(
      screen.getByText(/^Better .+ Loses more than 1 point.+ saves 40\.0 s of learning time\./),
    ).toBeTruthy();
    expect(asked.filter((url) => url.includes('/comparisons/'))).toEqual([]);
  });
});
