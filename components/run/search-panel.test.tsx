import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { EMPTY_RUN_STATE } from '@/lib/projection/run-state';
import type { Proposal } from '@/lib/view/run-search';
import { SearchPanel } from './search-panel';

afterEach(cleanup);

const proposal = (iteration: number, accepted: boolean): Proposal => ({
  ...{ iteration, proposal: 0, how: 'reflection', parentHashes: [], hash: 'c', text: null, components: [] },
  ...{ parentScore: 0.4, childScore: accepted ? 0.6 : 0.4, examples: 3, accepted },
  reason: { code: accepted ? 'gained' : 'noGain', before: 1.2, after: accepted ? 1.8 : 1.2 },
});

describe('the search tab', () => {
  it('leaves out what was refused, in the chart and in the list, while the address says so', async () => {
    const state = { ...EMPTY_RUN_STATE, proposals: [proposal(0, true), proposal(1, false)] };
    const onUrlUpdate = vi.fn();
    render(
      <QueryClientProvider client={new QueryClient()}>
        <NuqsTestingAdapter searchParams="?accepted=true" onUrlUpdate={onUrlUpdate} hasMemory>
          <SearchPanel
            runId="run_1"
            state={state}
            origin={{ split: 'heldOut', hardware: 'this machine', practice: true }}
          />
        </NuqsTestingAdapter>
      </QueryClientProvider>,
    );
    expect(screen.queryByText(/is no gain/)).toBeNull();
    expect(screen.getByText('accepted, tried on a minibatch')).toBeTruthy();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Accepted only' }));
    await waitFor(() => expect(screen.getByText(/is no gain/)).toBeTruthy());
    expect(screen.getByRole('button', { name: 'refused, tried on a minibatch' })).toBeTruthy();
    expect(onUrlUpdate.mock.lastCall?.[0].queryString).not.toContain('accepted=true');
  });
});
