import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ViewerProvider } from '@/components/account/viewer';
import { TOUR_EXPERIMENTS, TOUR_STEPS } from '@/lib/view/tour';
import { RefusalsView } from './refusals-view';

const E4 = 'Paper numbers are paper hardware. Re-measure on your stack before headlining.';
const PROBLEM = {
  type: 'about:blank',
  title: 'Refused',
  status: 422,
  code: 'HEADLINE_NOT_MEASURED',
  detail: E4,
  fields: [],
  howToProceed: ['Run the serial baseline first.'],
  ruleId: 'R-192',
};

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

/** For a machine that is busy with more than this. */
const sent: string[] = [];
beforeEach(() => {
  sent.length = 0;
  window.localStorage.clear();
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (init?.method === 'GET' || init === undefined) return json({ items: [], nextCursor: null });
    sent.push(`${init?.method} ${url}`);
    return json(PROBLEM, 422);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(mayExperiment: boolean, step = '') {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const role = mayExperiment ? ('owner' as const) : ('viewer' as const);
  const viewer = { name: 'ada', role, userId: 'usr_1', workspaceName: 'Team', mayAdminister: false };
  render(
    <NuqsTestingAdapter searchParams={step} hasMemory>
      <QueryClientProvider client={client}>
        <ViewerProvider viewer={{ ...viewer, mayExperiment }}>
          <RefusalsView />
        </ViewerProvider>
      </QueryClientProvider>
    </NuqsTestingAdapter>,
  );
}

describe('the refusals', () => {
  it('holds the six experiments, every anti-pattern and every escalation', () => {
    const ids = TOUR_STEPS.map(({ id }) => id);
    for (let rule = 190; rule <= 197; rule += 1) expect(ids).toContain(`R-${rule}`);
    const words = TOUR_STEPS.map(({ id, title }) => `${id} ${title}`).join('; ');
    for (const escalation of ['E1', 'E2', 'E3', 'E4', 'E5', 'E6']) expect(words).toContain(escalation);
    const seen = TOUR_STEPS.flatMap((step) => (step.kind === 'experiment' ? [step.experiment] : []));
    expect(new Set(seen)).toEqual(new Set(Object.values(TOUR_EXPERIMENTS)));
  });

  it('sends the request of a step, shows the refusal with the way on, and ticks the step', async () => {
    show(true, '?step=R-192');
    await userEvent.click(await screen.findByRole('button', { name: 'Ask for it' }));
    const refusal = await screen.findByRole('alert');
    expect(refusal.textContent).toContain(E4);
    expect(refusal.textContent).toContain('Run the serial baseline first.');
    expect(sent).toEqual(['POST /api/v1/claims/check']);
    expect(window.localStorage.getItem('waggle.tour')).toBe('R-192');
    expect(screen.getByText(`1 of ${TOUR_STEPS.length} taken`)).toBeTruthy();
  });

  it('goes on and back by the arrow keys', async () => {
    show(true, '?step=R-192');
    await screen.findByRole('button', { name: 'Ask for it' });
    await userEvent.keyboard('{ArrowRight}');
    expect(await screen.findByRole('heading', { name: 'No baseline' })).toBeTruthy();
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(await screen.findByRole('heading', { name: /Its own judge/ })).toBeTruthy();
  });

  it('is read by a viewer too, whose button says why it does nothing', async () => {
    show(false, '?step=R-195');
    const button = await screen.findByRole('button', { name: 'Ask for it' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByText(/Your role may look but not change/)).toBeTruthy();
    expect(screen.getByText(/Promote on the dev set/)).toBeTruthy();
  });
});
