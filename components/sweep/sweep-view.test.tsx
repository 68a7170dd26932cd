import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ViewerProvider } from '@/components/account/viewer';
import type { ExperimentView } from '@/lib/contracts/experiments';
import { SWEEP } from '@/lib/view/testing/sweep';
import { LaunchSweepDialog } from './launch-sweep-dialog';
import { SweepPlaybookCards } from './sweep-playbook-cards';
import { SweepView } from './sweep-view';

vi.mock('next/navigation', () => ({ useRouter: () => ({ push: () => undefined }) }));

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

const VIEWER = {
  ...{ name: 'a', role: 'owner' as const, userId: 'usr_1', workspaceName: 'Lab' },
  ...{ mayExperiment: true, mayAdminister: true },
};

function show(page: ReactNode) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <QueryClientProvider client={client}>
      <ViewerProvider viewer={VIEWER}>
        <NuqsTestingAdapter hasMemory>{page}</NuqsTestingAdapter>
      </ViewerProvider>
    </QueryClientProvider>,
  );
}

/** jsdom fires no toggle when a summary is pressed. */
function openFold(title: string) {
  const fold = screen.getByText(title).closest('details');
  if (fold === null) throw new Error(`${title} is not in a fold.`);
  fold.open = true;
  fireEvent(fold, new Event('toggle'));
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the page of a sweep', () => {
  it('states practice model and time-scale, folds the differences, and shows published values on request', async () => {
    vi.stubGlobal('fetch', async () => json(SWEEP));
    show(<SweepView initial={SWEEP} />);
    expect(screen.getByText('practice model, time-scale 20')).toBeTruthy();
    expect(screen.queryByRole('table', { name: 'Paired differences to naive' })).toBeNull();
    openFold('Paired differences');
    const differences = await screen.findByRole('table', { name: 'Paired differences to naive' });
    expect(differences.textContent).toContain('−2.0 pt');
    expect(screen.queryByText('published, other hardware')).toBeNull();
    await userEvent.click(screen.getByRole('checkbox', { name: /published values/ }));
    expect(screen.getAllByText('published, other hardware').length).toBeGreaterThan(0);
    expect(screen.getByRole('link', { name: 'CSV' }).getAttribute('href')).toContain('format=csv');
  });

  it('shows bullets as a table too, and says that a method without a playbook has none', async () => {
    const { unmount } = show(<SweepPlaybookCards sweep={SWEEP} published />);
    for (const radio of screen.getAllByRole('radio', { name: 'Table' })) await userEvent.click(radio);
    const table = screen.getByRole('table', { name: 'Bullets by batch size' });
    expect(table.textContent).toMatch(/Naive, batch size 10.*30 bullets \(no interval, 3 seeds\)/);
    expect(table.textContent).toContain('published, other hardware');
    unmount();
    show(<SweepPlaybookCards sweep={{ ...SWEEP, origin: { ...SWEEP.origin, method: 'gepa' } }} published />);
    expect(screen.getAllByText(/^GEPA keeps no playbook/)).toHaveLength(2);
  });

  it('says that the figure begins with the first cell where none is done', () => {
    vi.stubGlobal('fetch', async () => json(SWEEP));
    show(<SweepView initial={{ ...SWEEP, figure: { ...SWEEP.figure, rows: [], differences: [] } }} />);
    expect(screen.getAllByText('The figure begins with the first cell that is done.')).toHaveLength(2);
    expect(screen.queryByRole('checkbox', { name: /published values/ })).toBeNull();
  });
});

describe('launching a sweep', () => {
  it('estimates while it is typed, and launches nothing that its budget does not cover', async () => {
    const refusal = 'The sweep is expected to take about 63 training rollouts, more than its budget of 10.';
    vi.stubGlobal('fetch', async (_url: string, init?: RequestInit) => {
      const { budget } = JSON.parse(String(init?.body)) as { budget: { rollouts: number | null } };
      return json({ ...SWEEP.estimate, refusal: budget.rollouts === 10 ? refusal : null });
    });
    const experiment = { id: 'exp_1', name: 'Formula', archivedAt: null } as ExperimentView;
    show(<LaunchSweepDialog experiment={experiment} onClose={() => undefined} />);
    const isBlocked = () =>
      screen.getByRole('button', { name: 'Launch 64 cells' }).getAttribute('aria-disabled') === 'true';
    await screen.findByText(/lengths of the texts/);
    expect(isBlocked()).toBe(false);
    await userEvent.type(screen.getByLabelText(/^Rollouts/), '10');
    await screen.findByText(new RegExp(refusal.slice(0, 40)));
    expect(isBlocked()).toBe(true);
    await userEvent.type(screen.getByLabelText('Seeds'), ' x');
    await waitFor(() =>
      expect(screen.getByText('Write whole numbers, with commas between them.')).toBeTruthy(),
    );
  });
});
