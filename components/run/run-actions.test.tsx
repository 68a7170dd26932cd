import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ViewerProvider } from '@/components/account/viewer';
import type { RunLanesView } from '@/lib/contracts/lanes';
import type { RunDetailView } from '@/lib/contracts/run-shapes';
import { CONFIRMATION, READINESS } from '@/lib/view/testing/run-views';
import { BranchButton } from './branch-button';
import { ConfirmationPanel } from './confirmation-panel';
import { LanesControl } from './lanes-control';
import { NextOfExploratory } from './next-of-exploratory';
import { PriorityButton } from './priority-button';
import { ReadinessPanel } from './readiness-panel';
import { RunActions } from './run-header';

vi.mock('next/navigation', () => ({ useRouter: () => ({ push: () => undefined }) }));

const LANES: RunLanesView = {
  runId: 'run_1',
  lanes: 8,
  waiting: null,
  lanesMax: null,
  collapsed: true,
  conditions: [{ name: 'diversityHolds', holds: false, explanation: 'The last iteration collapsed.' }],
  warnings: [],
};

const REFUSAL = {
  code: 'COLLAPSE',
  detail: 'More lanes would give more copies.',
  howToProceed: ['Add an operator.'],
};

const origin = { split: 'heldOut', hardware: 'this machine', practice: true } as const;

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

/** The server at the other end of fetch; what was sent to it is kept. */
function answer(get: unknown, post: Response = json(get)) {
  const sent: { readonly url: string; readonly body: unknown }[] = [];
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url.includes('/providers')) return json({ items: [] });
    if (init?.method !== 'POST') return json(get);
    sent.push({ url, body: init.body === undefined ? null : JSON.parse(String(init.body)) });
    return post;
  });
  return sent;
}

const viewer = {
  name: 'ada@example.com',
  role: 'owner',
  userId: 'usr_1',
  workspaceName: 'Team',
  mayExperiment: true,
  mayAdminister: true,
} as const;

function placed(part: ReactNode) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return (
    <QueryClientProvider client={client}>
      <ViewerProvider viewer={viewer}>{part}</ViewerProvider>
    </QueryClientProvider>
  );
}

function show(part: ReactNode) {
  render(placed(part));
  return userEvent.setup();
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('what a person can do to a run', () => {
  it('is never another thing under the same finger: who presses Stop as the run ends starts no new one', () => {
    const run = (status: 'running' | 'finished') =>
      ({ id: 'run_1', status, control: null, kind: 'combee', manifest: {} }) as unknown as RunDetailView;
    const sent = answer({});
    const { rerender } = render(placed(<RunActions run={run('running')} />));
    const stop = screen.getByRole('button', { name: 'Stop' });
    rerender(placed(<RunActions run={run('finished')} />));
    stop.click();
    expect(screen.getByRole('button', { name: 'Run again' })).not.toBe(stop);
    expect(sent).toEqual([]);
  });

  it('tells why more lanes are refused and what to do first', async () => {
    const sent = answer(LANES, json(REFUSAL, 409));
    const user = show(<LanesControl runId="run_1" iterations={3} isLive />);
    const field = await screen.findByLabelText('Lanes from the next iteration on');
    await user.clear(field);
    await user.type(field, '64');
    await user.click(screen.getByRole('button', { name: 'Change' }));
    const refusal = await screen.findByRole('alert');
    expect(within(refusal).getByText('More lanes would give more copies.')).toBeTruthy();
    expect(within(refusal).getByText('Add an operator.')).toBeTruthy();
    expect(sent.map(({ body }) => body)).toEqual([{ lanes: 64 }]);
  });

  it('says what a measurement of readiness takes before anything is started', async () => {
    const sent = answer(READINESS);
    const user = show(<ReadinessPanel runId="run_1" />);
    await user.click(await screen.findByText('Conditions'));
    expect(await screen.findByText('hidden until ready')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Measure readiness' }));
    const dialog = screen.getByRole('dialog');
    expect(within(dialog).getByText('200 rollouts · 4M tokens · $3.00 · 4.0 s to 9.0 s')).toBeTruthy();
    expect(sent).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Start measuring' }));
    expect(sent.map(({ body }) => body)).toEqual([{}]);
  });

  it('offers no waiver for numbers of the practice model', async () => {
    answer(READINESS);
    const user = show(<ReadinessPanel runId="run_1" />);
    await user.click(await screen.findByText('Conditions'));
    const waive = await screen.findByRole('button', { name: 'Waive other hardware' });
    expect(waive.getAttribute('aria-disabled')).toBe('true');
    expect(waive.getAttribute('aria-description')).toContain('rehearsal');
    expect(screen.getByText(/^Waiving is not possible here\..*rehearsal/)).toBeTruthy();
    const measure = screen.getByRole('button', { name: 'Measure readiness' });
    expect(measure.compareDocumentPosition(waive)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('opens the confirmation examples only after saying that they open once', async () => {
    const sent = answer(CONFIRMATION, json({ ...CONFIRMATION, state: 'measuring' }, 201));
    const user = show(<ConfirmationPanel runId="run_1" origin={origin} />);
    await user.click(await screen.findByRole('button', { name: 'Open confirmation' }));
    expect(within(screen.getByRole('dialog')).getByText(/They open once for this split/)).toBeTruthy();
    expect(sent).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Open them once' }));
    expect(sent).toHaveLength(1);
    expect(await screen.findByText('Measuring')).toBeTruthy();
  });

  it('names who opened them, and offers nothing, where they are spent', async () => {
    const opening = {
      runId: 'run_2',
      candidateHash: 'd'.repeat(64),
      evaluationRunId: 'run_3',
      openedBy: 'Bea',
      openedAt: '2026-11-20T10:00:00.000Z',
    };
    answer({ ...CONFIRMATION, state: 'spent', opening });
    const user = show(<ConfirmationPanel runId="run_1" origin={origin} />);
    await user.click(await screen.findByText('About the opening'));
    expect(await screen.findByText(/Opened by Bea/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Open confirmation' })).toBeNull();
  });

  it('branches from the iteration that is open, counted from 0, with what was filled in alone', async () => {
    const sent = answer({}, json({ id: 'run_2' }, 201));
    const user = show(<BranchButton runId="run_1" iteration={2} />);
    await user.click(screen.getByRole('button', { name: 'Branch from here' }));
    const dialog = screen.getByRole('dialog', { name: 'Branch from iteration 3' });
    await user.type(within(dialog).getByLabelText(/^Label/), 'Another way');
    await user.click(within(dialog).getByRole('button', { name: 'Start the branch' }));
    expect(sent.map(({ url, body }) => [url, body])).toEqual([
      ['/api/v1/runs/run_1/branch', { iteration: 2, label: 'Another way' }],
    ]);
  });

  it('says what becomes of the iteration in work before a candidate goes first', async () => {
    const sent = answer({});
    const user = show(<PriorityButton runId="run_1" mode="rollback" text="Check signs." />);
    await user.click(screen.getByRole('button', { name: 'Put a candidate first' }));
    expect(within(screen.getByRole('dialog')).getByText(/is discarded/)).toBeTruthy();
    expect(sent).toEqual([]);
    cleanup();
    show(<PriorityButton runId="run_1" mode={null} text="" />);
    expect(screen.getByRole('button').getAttribute('aria-disabled')).toBe('true');
  });

  it('starts Combee on the same sample of traces once the diagnosis of an exploratory run says go', async () => {
    const sent = answer({ items: [] }, json({ id: 'run_2' }, 201));
    const run = {
      ...{ id: 'run_1', experimentId: 'exp_1', label: 'From 30 traces', startedAt: null, endedAt: null },
      summary: { spend: { costUsd: 0.2 }, evaluationRollouts: 40 },
      manifest: { split: { counts: { train: 30 } } },
    } as unknown as RunDetailView;
    const user = show(<NextOfExploratory run={run} step={{ kind: 'combee', traceSampleId: 'tsm_1' }} />);
    await user.click(screen.getByRole('button', { name: 'Run Combee' }));
    expect(sent).toEqual([]);
    await user.click(await screen.findByRole('button', { name: 'Start run' }));
    const body = {
      ...{ experimentId: 'exp_1', kind: 'combee', traceSampleId: 'tsm_1', label: 'From 30 traces' },
    };
    expect(sent).toEqual([{ url: expect.stringMatching(/\/api\/v1\/runs$/), body }]);
  });

  it('follows the serial baseline of an exploratory run while that is in progress', async () => {
    answer({ items: [{ id: 'run_9', status: 'running' }] });
    const run = { id: 'run_1', experimentId: 'exp_1' } as RunDetailView;
    show(<NextOfExploratory run={run} step={{ kind: 'serialBaseline' }} />);
    const link = await screen.findByRole('link', { name: 'Follow serial baseline' });
    expect(link.getAttribute('href')).toBe('/runs/run_9');
    expect(screen.queryByRole('button', { name: 'Run serial baseline' })).toBeNull();
  });
});
