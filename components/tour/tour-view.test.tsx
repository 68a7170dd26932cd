import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BACK_OFFICE_BASELINE, BACK_OFFICE_EXPERIMENT } from '@/lib/view/tour';
import { TourView } from './tour-view';

const EXPERIMENTS: Readonly<Record<string, string>> = {
  [BACK_OFFICE_EXPERIMENT]: 'exp_demo',
  [BACK_OFFICE_BASELINE]: 'exp_serial',
};
const RUNS: Readonly<Record<string, object>> = {
  exp_demo: { id: 'run_demo', kind: 'combee', status: 'finished' },
  exp_serial: { id: 'run_serial', kind: 'serialBaseline', status: 'finished' },
};

function answerOf(url: URL): unknown {
  const name = url.searchParams.get('search') ?? '';
  if (url.pathname.endsWith('/experiments')) return { items: [{ id: EXPERIMENTS[name], name }] };
  if (url.pathname.endsWith('/runs')) return { items: [RUNS[url.searchParams.get('experimentId') ?? '']] };
  return { rehearsal: null };
}

beforeEach(() => {
  window.localStorage.clear();
  vi.stubGlobal('fetch', async (url: string) => {
    const body = JSON.stringify(answerOf(new URL(url, 'http://waggle.test')));
    return new Response(body, { headers: { 'content-type': 'application/json' } });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <TourView />
    </QueryClientProvider>,
  );
}

const stepsShown = async () =>
  within(await screen.findByRole('list', { name: 'Steps of the tour' })).getAllByRole('listitem');

describe('the tour', () => {
  it('shows what is done, and continues where the reader left', async () => {
    show();
    const steps = await stepsShown();
    expect(steps.map((step) => within(step).queryByRole('img', { name: 'Done' }) !== null)).toEqual([
      ...[true, false, false, false, false],
    ]);
    expect(steps[1]?.getAttribute('aria-current')).toBe('step');
    const open = within(steps[1] as HTMLElement).getByRole('link', { name: 'Open the run' });
    expect(open.getAttribute('href')).toBe('/runs/run_demo');
    open.addEventListener('click', (event) => event.preventDefault());
    await userEvent.click(open);
    cleanup();
    show();
    expect((await stepsShown())[2]?.getAttribute('aria-current')).toBe('step');
  });

  it('says what a step needs whose page is not there', async () => {
    show();
    const rehearse = (await stepsShown())[3] as HTMLElement;
    expect(within(rehearse).getByRole('button')).toHaveProperty('disabled', true);
    expect(rehearse.textContent).toContain('no practice slot');
  });
});
