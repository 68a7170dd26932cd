import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { BulletHistory } from '@/lib/contracts/provenance';
import { insightTrail } from '@/lib/view/testing/insight-trail';
import { BulletDrawer } from './bullet-drawer';

afterEach(cleanup);

const HISTORY: BulletHistory = {
  bulletId: 'misc-00001',
  steps: [
    {
      iteration: 0,
      candidateHash: 'h0',
      kind: 'added',
      operation: 'add',
      text: 'Read the units first.',
      helpful: 0,
      harmful: 0,
      byHand: null,
      at: '2026-11-22T00:00:00.000Z',
    },
    {
      iteration: 1,
      candidateHash: 'h1',
      kind: 'edited',
      operation: 'hand',
      text: 'Read the units before the number.',
      helpful: 1,
      harmful: 0,
      byHand: 'Ada',
      at: '2026-11-22T00:01:00.000Z',
    },
  ],
  counters: [{ iteration: 0, helpful: 0, harmful: 0 }],
};

function Opened({ items = [insightTrail()] }) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(['insights', 'run_a', { line: 'misc-00001' }], {
    items,
    nextCursor: null,
    isWhole: true,
    note: null,
  });
  client.setQueryData(['bullet-history', 'run_a', 'misc-00001'], HISTORY);
  return (
    <QueryClientProvider client={client}>
      <BulletDrawer
        runId="run_a"
        bulletId="misc-00001"
        origin={{ split: 'train', hardware: 'this machine', practice: true }}
        onClose={() => undefined}
      />
    </QueryClientProvider>
  );
}

describe('the drawer of a bullet', () => {
  it('leads to the reflection and to the trace that it came from', () => {
    render(<Opened />);
    expect(screen.getByRole('link', { name: 'Its trace' }).getAttribute('href')).toContain('rollout=4');
    expect(screen.getByRole('link', { name: 'Reflection 1 of iteration 1' })).toBeTruthy();
  });

  it('marks the edit of a person as human, with name and time', () => {
    render(<Opened />);
    expect(screen.getByText('human')).toBeTruthy();
    expect(screen.getByText('in iteration 2, by hand, Ada')).toBeTruthy();
  });

  it('says so where no reflection can be named', () => {
    render(<Opened items={[]} />);
    expect(screen.getByText(/No insight of a reflection was recognised in it/)).toBeTruthy();
  });
});
