import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AgentForecastView } from '@/lib/contracts/agent-forecast';
import { AgentForecastPanel } from './agent-forecast-panel';

const NEW: AgentForecastView = {
  agent: { id: 'agt_1', name: 'Solver', version: 3 },
  rollouts: { low: 50, high: 50 },
  ms: null,
  tokens: null,
  usd: null,
  atLimit: 12,
};
const TRIED: AgentForecastView = {
  ...NEW,
  ms: { n: 7, mean: { low: 60_000, high: 60_000 }, p90: { low: 120_000, high: 120_000 } },
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(answer: () => Response) {
  vi.stubGlobal('fetch', async () => answer());
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <QueryClientProvider client={client}>
      <AgentForecastPanel experimentId="exp_1" kind="combee" />
    </QueryClientProvider>,
  );
}
const headers = { 'content-type': 'application/json' };
const answerOf = (forecast: AgentForecastView | null) => () =>
  new Response(JSON.stringify({ forecast }), { status: 200, headers });

describe('the forecast in the dialog that starts a run', () => {
  it('offers the test of an agent without rollouts, and still says what the budget allows', async () => {
    show(answerOf(NEW));
    const link = await screen.findByRole('link', { name: 'Test the agent' });
    expect(link.getAttribute('href')).toBe('/agents/agt_1');
    expect(screen.getByText(/12 rollouts/)).toBeDefined();
  });

  it('shows mean, 90th percentile and number of rollouts, and an unknown cost as unknown', async () => {
    show(answerOf(TRIED));
    const panel = await screen.findByRole('region', { name: 'What the agent is expected to take' });
    // Figures are held to their units by spaces that do not break.
    const text = panel.textContent?.replace(/\s/g, ' ');
    expect(text).toContain('1 min; 90th percentile 2 min (n = 7)');
    expect(text).not.toContain('$');
    expect(screen.queryByRole('link', { name: 'Test the agent' })).toBeNull();
  });

  it('offers another try where the forecast could not be read', async () => {
    const problem = { title: 'Broken', code: 'INTERNAL', detail: 'Try again.', fields: [], howToProceed: [] };
    show(() => new Response(JSON.stringify(problem), { status: 500, headers }));
    expect(await screen.findByRole('button', { name: /again/i })).toBeDefined();
  });

  it('is empty where no forecast is there', async () => {
    const { container } = show(answerOf(null));
    await waitFor(() => expect(container.innerHTML).toBe(''));
  });
});
