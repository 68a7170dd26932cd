import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ViewerProvider } from '@/components/account/viewer';
import type { BackgroundWorkView, JobView } from '@/lib/contracts/jobs';
import { JobsView } from './jobs-view';

vi.mock('next/navigation', () => ({
  useRouter: () => ({ push: () => undefined }),
  usePathname: () => '/jobs',
  useSearchParams: () => new URLSearchParams(),
}));

const RUN: JobView = {
  ...({
    id: 'run_1',
    kind: 'run',
    state: 'active',
    subjectId: 'run_1',
    subject: 'Combee 8',
    experiment: 'Formula',
  } as const),
  ...{ event: null, practice: true, tries: 1, worker: 'w', nextAt: null, error: null, tookMs: 61_000 },
  ...{ createdAt: '2026-11-01T10:00:00.000Z', startedAt: '2026-11-01T10:00:01.000Z', endedAt: null },
  progress: { done: 30, planned: 90 },
  run: { status: 'running', control: 'run' },
};
const POST: JobView = {
  ...{
    ...RUN,
    id: 'whd_1',
    kind: 'webhook',
    state: 'failed',
    subjectId: 'whk_1',
    subject: 'Chat',
    experiment: null,
    tries: 8,
  },
  ...{ event: 'canary.verdict', progress: null, run: null, practice: false, startedAt: null, tookMs: null },
  error: 'It answered with 500.',
};
const WORK: BackgroundWorkView = {
  disk: { freeBytes: 9e9, state: 'enough' },
  objectStore: null,
  workers: [
    {
      ...{ name: 'host-1-abc', startedAt: RUN.createdAt, heardAt: RUN.createdAt, silentMs: 2000 },
      ...{ isAlive: true, runs: [{ id: 'run_1', label: 'Combee 8' }], otherRuns: 2, programs: [] },
    },
  ],
  counts: [
    {
      ...({
        kind: 'run',
        waiting: 0,
        active: 1,
        again: 0,
        paused: 0,
        done: 12,
        stopped: 0,
        failed: 2,
      } as const),
      ...{ retried: 0, hours: 24, oldestWaitingMs: null },
    },
  ],
};

const json = (body: unknown) =>
  new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });

/** The server at the other end of fetch; what was sent to it is kept. */
function answer(jobs: readonly JobView[], work: BackgroundWorkView = WORK) {
  const sent: { readonly url: string; readonly body: unknown }[] = [];
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (init?.method === 'POST') {
      sent.push({ url, body: init.body === undefined ? null : JSON.parse(String(init.body)) });
      return json({});
    }
    if (url.includes('/background-work')) return json(work);
    const items = url.includes('errors=true') ? jobs.filter(({ error }) => error !== null) : jobs;
    return json({ items, nextCursor: null });
  });
  return sent;
}

function show(mayExperiment = true) {
  const viewer = {
    ...({ name: 'ada', role: 'owner', userId: 'usr_1', workspaceName: 'Team' } as const),
    ...{ mayExperiment, mayAdminister: true },
  };
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <NuqsTestingAdapter hasMemory>
        <ViewerProvider viewer={viewer}>
          <JobsView />
        </ViewerProvider>
      </NuqsTestingAdapter>
    </QueryClientProvider>,
  );
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the page of background work', () => {
  it('answers its question, and says who carries what and how far it is', async () => {
    answer([RUN, POST]);
    show();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Jobs');
    expect(await screen.findByText(/1 worker alive: 1 job at work, 0 waiting\./)).toBeTruthy();
    const workers = screen.getByRole('table', { name: 'Workers' });
    expect(within(workers).getByText('2 runs of other workspaces')).toBeTruthy();
    expect(screen.getByText('14.3 % (2 of 14)')).toBeTruthy();
    const jobs = await screen.findByRole('table', { name: 'Jobs' });
    expect(within(jobs).getByText('30 / 90')).toBeTruthy();
    expect(within(jobs).getByRole('link', { name: 'Combee 8' }).getAttribute('href')).toBe('/runs/run_1');
    const errors = screen.getByRole('table', { name: 'Errors of jobs' });
    expect(within(errors).getAllByRole('row')).toHaveLength(2);
    expect(within(errors).getByText('It answered with 500.')).toBeTruthy();
  });

  it('pauses a run and posts again by the commands that there are', async () => {
    const sent = answer([RUN, POST]);
    show();
    fireEvent.click(await screen.findByRole('button', { name: 'Pause Combee 8' }));
    const jobs = screen.getByRole('table', { name: 'Jobs' });
    fireEvent.click(within(jobs).getByRole('button', { name: 'Send again: Verdict, to Chat' }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent).toEqual([
      { url: '/api/v1/runs/run_1/control', body: { action: 'pause' } },
      { url: '/api/v1/webhooks/whk_1/deliveries/whd_1/send', body: null },
    ]);
  });

  it('shows how far an import is, and cancels it after a question', async () => {
    const sent = answer([
      {
        ...{ ...RUN, id: 'imp_1', kind: 'import', subjectId: 'imp_1', subject: 'Tickets', experiment: null },
        ...{ run: null, progress: { done: 35, planned: 100 } },
      },
    ]);
    show();
    const jobs = await screen.findByRole('table', { name: 'Jobs' });
    expect(within(jobs).getByText('35 %')).toBeTruthy();
    fireEvent.click(within(jobs).getByRole('button', { name: 'Cancel import of Tickets' }));
    expect(sent).toEqual([]);
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel import' }));
    await waitFor(() => expect(sent).toEqual([{ url: '/api/v1/imports/imp_1/cancel', body: null }]));
  });

  it('tells a viewer who may do more', async () => {
    answer([RUN]);
    show(false);
    const pause = await screen.findByRole('button', { name: 'Pause Combee 8' });
    expect(pause.getAttribute('aria-disabled')).toBe('true');
    expect(pause.getAttribute('aria-description')).toContain('An owner can make you an experimenter');
  });

  it('walks its rows with j and k', async () => {
    answer([RUN, POST]);
    show();
    const first = within(await screen.findByRole('table', { name: 'Jobs' })).getByRole('link', {
      name: 'Combee 8',
    });
    fireEvent.keyDown(document.body, { key: 'j' });
    expect(document.activeElement).toBe(first);
  });

  it.each([
    ['low', 1_500, /1,500 MB left/],
    ['full', 12, /12 MB left/],
  ] as const)(
    'says how many bytes are left on a disk that is %s, and nothing on one with room',
    async (state, megabytes, words) => {
      answer([], { ...WORK, disk: { freeBytes: megabytes * 1024 * 1024, state } });
      show();
      expect(await screen.findByText(words)).toBeTruthy();
      cleanup();
      answer([]);
      show();
      await screen.findByRole('table', { name: 'Workers' });
      expect(screen.queryByText(/MB left/)).toBeNull();
    },
  );

  it('says why traces wait for the object store, and nothing of a store that answers', async () => {
    const reason = 'The object store answered with 403 (InvalidAccessKeyId).';
    answer([], { ...WORK, objectStore: { since: RUN.createdAt, reason } });
    show();
    expect(await screen.findByText(/InvalidAccessKeyId/)).toBeTruthy();
    cleanup();
    answer([]);
    show();
    await screen.findByRole('table', { name: 'Workers' });
    expect(screen.queryByText(/object store/)).toBeNull();
  });

  it('says what to do where nothing runs and there is no worker', async () => {
    answer([], { workers: [], counts: [], disk: null, objectStore: null });
    show();
    expect(await screen.findByText('No worker is alive')).toBeTruthy();
    expect(await screen.findByText('Nothing has worked in the background yet')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'To the experiments' })).toBeTruthy();
    expect(screen.getByText('Nothing went wrong')).toBeTruthy();
  });
});
