import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { HeldOutExamplesCard } from './held-out-examples-card';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const EMPTY = { items: [], nextCursor: null, total: 0, comparison: null, microAccuracy: null, note: null };
const EXAMPLE = { question: 'How much?', expected: '12 %' };

const MEASURED = {
  ...EMPTY,
  total: 2,
  microAccuracy: { before: 0.5, after: 0.75 },
  items: [
    { ...EXAMPLE, exampleId: 'ex-1', before: 1, after: 0, beforeSeq: 4, afterSeq: 31 },
    { ...EXAMPLE, exampleId: 'ex-2', before: 0, after: 1, beforeSeq: null, afterSeq: 32 },
  ],
  comparison: {
    ...{ n: 20, unpaired: 0, wins: 1, losses: 1, ties: 18, p: 1, decided: 'undecided' },
    difference: { mean: 0, lower: -0.1, upper: 0.1, n: 20 },
  },
};

function show(answer: object) {
  const headers = { 'content-type': 'application/json' };
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(answer), { headers }));
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <NuqsTestingAdapter hasMemory>
        <HeldOutExamplesCard
          runId="run_a"
          version={{ hash: 'f'.repeat(64), name: 'After iteration 3' }}
          origin={{ split: 'train', hardware: 'this machine', practice: true }}
          measurements={4}
        />
      </NuqsTestingAdapter>
    </QueryClientProvider>,
  );
}

describe('the held-out examples of a version', () => {
  it('show what it lost and won, the verdict with its exact test, and lead to the traces', async () => {
    show(MEASURED);
    const table = await screen.findByRole('table', {
      name: 'Examples of “Original prompt” and “This version”',
    });
    const [, lost, gained] = within(table).getAllByRole('row');
    expect(lost?.textContent).toContain('lost');
    expect(gained?.textContent).toContain('gained');
    expect(screen.getByText(/“After iteration 3” wins 1 and loses 1 of 20.*exact p is 1\.000/)).toBeTruthy();
    expect(screen.getByText(/Micro accuracy.*50\.0.*75\.0/)).toBeTruthy();
    const trace = screen.getByRole('link', { name: 'trace of ex-1 by this version' });
    expect(trace.getAttribute('href')).toBe('/runs/run_a?tab=rollouts&rollout=31');
    expect(screen.queryByRole('link', { name: 'trace of ex-2 by the original prompt' })).toBeNull();
    expect(screen.getByText(/^held-out · this machine/)).toBeTruthy();
  });

  it('say why there are none in place of an empty table', async () => {
    show({ ...EMPTY, note: 'This version was never measured on held-out.' });
    expect(await screen.findByText('This version was never measured on held-out.')).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.queryByRole('radio')).toBeNull();
  });
});
