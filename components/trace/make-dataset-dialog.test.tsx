import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { TraceDatasetForecastView } from '@/lib/contracts/trace-datasets';
import { MakeDatasetDialog } from './make-dataset-dialog';

const { push } = vi.hoisted(() => ({ push: vi.fn() }));
vi.mock('next/navigation', () => ({ useRouter: () => ({ push }) }));

afterEach(() => {
  cleanup();
  push.mockClear();
  vi.unstubAllGlobals();
});

const NO_TRACES = {
  ...{ withoutTask: 0, withoutOutput: 0, cut: 0, unjudged: 0, notRight: 0, maskedGroup: 0 },
  ...{ repeated: 0, beyondCount: 0, nearInLaterPart: 0 },
};
const FORECAST: TraceDatasetForecastView = {
  examples: 40,
  origin: {
    ...{ filter: { service: 'desk' }, splitBy: 'session', seed: 0, matched: 60, isCut: false },
    ...{ leftOut: { ...NO_TRACES, unjudged: 15, repeated: 5 }, groups: 12, largestGroup: 6 },
    near: { traces: 2, clusters: 1, first: [{ traceId: 't-1', nearTraceId: 't-2', similarity: 0.91 }] },
  },
  parts: { train: 20, selection: 4, heldOut: 12, confirmation: 4 },
  refusal: null,
};

/** A server that answers forecasts and makes the data set `dat_1`. */
function show(forecastOf: (body: { splitBy: string }) => TraceDatasetForecastView) {
  const sent: { path: string; body: { splitBy: string; name?: string } }[] = [];
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    const parsed = JSON.parse(body);
    sent.push({ path, body: parsed });
    return Response.json(path.endsWith('-forecast') ? forecastOf(parsed) : { id: 'dat_1' });
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MakeDatasetDialog filter={{ service: 'desk' }} onClose={vi.fn()} />
    </QueryClientProvider>,
  );
  return { sent, user: userEvent.setup() };
}

const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Make data set' });

describe('the form for a data set of traces', () => {
  it('shows the forecast, makes the data set of its filter, and opens it', async () => {
    const { sent, user } = show(() => FORECAST);
    const forecast = within(await screen.findByRole('region', { name: 'Forecast' }));
    expect(forecast.getByText('40 examples')).toBeDefined();
    expect(within(forecast.getByRole('region', { name: 'Left out' })).getByText('15')).toBeDefined();
    await waitFor(() => expect(submit().disabled).toBe(false));
    await user.click(submit());
    await waitFor(() => expect(push).toHaveBeenCalledWith('/datasets/dat_1'));
    expect(sent.at(-1)).toMatchObject({
      path: expect.stringMatching(/traces\/dataset$/),
      body: { filter: { service: 'desk' }, name: 'Traces: service desk', splitBy: 'session', count: 1_000 },
    });
  });

  it('says why nothing can be made, and asks anew when the form changes', async () => {
    const refusal = { sentence: 'No example would go to held-out.', howToProceed: ['Choose more traces.'] };
    const { user } = show(({ splitBy }) => (splitBy === 'time' ? FORECAST : { ...FORECAST, refusal }));
    await screen.findByText(refusal.sentence);
    await waitFor(() => expect(submit().getAttribute('aria-description')).toBe(refusal.sentence));
    expect(submit().getAttribute('aria-disabled')).toBe('true');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Split by' }), 'time');
    await waitFor(() => expect(submit().getAttribute('aria-disabled')).toBeNull());
    expect(screen.queryByText(refusal.sentence)).toBeNull();
  });
});
