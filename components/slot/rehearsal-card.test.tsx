import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ViewerProvider } from '@/components/account/viewer';
import type { ApprovalView } from '@/lib/contracts/approvals';
import type { PracticeTrial, RehearsalView } from '@/lib/contracts/rehearsal';
import { RehearsalCard } from './rehearsal-card';

const TRIAL: PracticeTrial = {
  ...{ canaryId: 'cny_1', prompt: 'learned', version: 2, state: 'shadow', verdict: null },
  ...{ requests: 120, requestsPlanned: 300, hours: 10, hoursPlanned: 25, secondsLeft: 9 },
};
const NEW: RehearsalView = {
  ...{ slotId: 'slt_1', slotName: 'Practice slot', isReady: true, live: 'first', trials: [] },
  ...{ isReverted: false, open: null },
};

const MAY = { approve: null, requestChanges: null, comment: null, goLive: 'No one has approved it.' };
let whyNot: ApprovalView['whyNot'] = MAY;
const sent: string[] = [];
beforeEach(() => {
  whyNot = MAY;
  sent.length = 0;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url.endsWith('/approval')) return Response.json({ decisions: [], whyNot });
    sent.push(`${init?.method} ${url} ${typeof init?.body === 'string' ? init.body : ''}`.trim());
    const body = { canaryId: 'cny_1', rehearsal: { ...NEW, trials: [TRIAL] } };
    return new Response(JSON.stringify(body), {
      status: 201,
      headers: { 'content-type': 'application/json' },
    });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(rehearsal: RehearsalView, mayExperiment = true) {
  const role = mayExperiment ? ('owner' as const) : ('viewer' as const);
  const viewer = { name: 'ada', role, userId: 'usr_1', workspaceName: 'Team', mayAdminister: false };
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ViewerProvider viewer={{ ...viewer, mayExperiment }}>
        <RehearsalCard rehearsal={rehearsal} />
      </ViewerProvider>
    </QueryClientProvider>,
  );
}

const start = () => screen.getByRole('button', { name: 'Start practice traffic' });

describe('the rehearsal on the practice slot', () => {
  it('has one button at a time, which starts the traffic of the learned prompt', async () => {
    show(NEW);
    await userEvent.click(start());
    expect(sent).toEqual(['POST /api/v1/rehearsal/traffic {"prompt":"learned"}']);
  });

  it('names the version whose open canary gets the traffic, and leads to a draft that cannot take it', () => {
    const open = { canaryId: 'cny_9', version: 2 };
    show({ ...NEW, isReady: false, open: { ...open, state: 'shadow' } });
    const button = screen.getByRole('button', { name: 'Send practice traffic to version 2' });
    expect(button).toHaveProperty('disabled', false);
    cleanup();
    show({ ...NEW, open: { ...open, state: 'drafted' } });
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByRole('link').getAttribute('href')).toBe('/canaries/cny_9');
  });

  it('shows how far the traffic is and the time left', () => {
    show({ ...NEW, trials: [TRIAL] });
    const [first] = within(screen.getByRole('list')).getAllByRole('listitem');
    expect(first?.textContent).toContain('120 of 300 requests · 10 of 25 practice hours · 9 s left');
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('120');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('says before the press why its author may not approve and promote', async () => {
    const passed = { ...NEW, trials: [{ ...TRIAL, state: 'approval' as const }] };
    const button = () => screen.findByRole('button', { name: 'Approve and promote' });
    show(passed);
    await expect.poll(async () => (await button()).hasAttribute('disabled')).toBe(false);
    expect((await button()).hasAttribute('aria-disabled')).toBe(false);
    cleanup();
    whyNot = { ...MAY, approve: 'Authors may not approve it.' };
    show(passed);
    expect(await screen.findByText('Authors may not approve it.')).toBeTruthy();
    expect((await button()).getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(await button());
    expect(sent).toEqual([]);
  });

  it('waits for the seeded run, and for a viewer the button says why it does nothing', () => {
    show({ ...NEW, isReady: false });
    expect(start()).toHaveProperty('disabled', true);
    cleanup();
    show(NEW, false);
    expect(start()).toHaveProperty('disabled', true);
    expect(start().getAttribute('title')).toMatch(/role may look/);
  });
});
