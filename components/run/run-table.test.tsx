import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { RunView } from '@/lib/contracts/run-shapes';
import { EMPTY_SUMMARY } from '@/lib/projection/run-summary';
import { RunTable } from './run-table';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const score = (mean: number) => ({ mean, lower: mean - 0.03, upper: mean + 0.03, n: 300 });

/** Part of a run that a row reads. */
const run = (id: string, kind: RunView['kind'], mean: number) =>
  ({
    ...{ id, label: id, kind, status: 'finished', experimentId: 'exp_1', experimentName: 'Formula' },
    ...{ scoreDoubt: null, practice: false, hardware: 'A100', endedAt: '2026-11-22T10:10:00Z' },
    createdAt: '2026-11-22T10:00:00Z',
    summary: { ...EMPTY_SUMMARY, seedScore: score(0.4), bestScore: score(mean) },
  }) as unknown as RunView;

const RUNS = [run('naive', 'comparisonPoint', 0.5)];
const truth = (subjectId: string) => ({
  ...{ subjectId, runId: subjectId, kind: 'gain', tone: 'good', gain: null },
  ...{ sentence: 'Better than the original prompt.', short: `Gain: ${subjectId}` },
});

describe('the sentence of a run in a row', () => {
  it('has its place before it comes', async () => {
    let answer: (response: Response) => void = () => undefined;
    vi.stubGlobal(
      'fetch',
      () =>
        new Promise<Response>((resolve) => {
          answer = resolve;
        }),
    );
    const { container } = render(
      <QueryClientProvider client={new QueryClient()}>
        <RunTable runs={RUNS} />
      </QueryClientProvider>,
    );
    const place = container.querySelector('.animate-breathe')?.parentElement;
    expect(place?.className).toContain('min-h-');
    const body = JSON.stringify({ items: RUNS.map(({ id }) => truth(id)) });
    answer(new Response(body, { headers: { 'content-type': 'application/json' } }));
    const said = await screen.findByText('Gain: naive');
    expect(place?.contains(said)).toBe(true);
    expect(container.querySelector('.animate-breathe')).toBeNull();
  });
});

it('a score in doubt is struck through in its row and has no gain', async () => {
  const headers = { 'content-type': 'application/json' };
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ items: [] }), { headers }));
  const scoreDoubt = { code: 'superseded', word: 'Superseded', sentence: 'Answers were put aside.' } as const;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RunTable runs={[{ ...run('naive', 'comparisonPoint', 0.5), scoreDoubt }]} />
    </QueryClientProvider>,
  );
  expect((await screen.findByText('50.0 %')).tagName).toBe('S');
  expect(screen.getByText('Superseded')).toBeTruthy();
  expect(screen.queryByText(/10\.0 pt/)).toBeNull();
});
