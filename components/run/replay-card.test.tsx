import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ViewerProvider } from '@/components/account/viewer';
import type { RunDetailView } from '@/lib/contracts/run-shapes';
import type { Role } from '@/lib/domain/actor';
import { ReplayCard } from './replay-card';

const HASH = 'a'.repeat(64);
const REPLAY = {
  runId: 'run_1',
  verdict: 'same',
  runHash: HASH,
  replayHash: HASH,
  facts: 40,
  explanation: '',
  firstDifference: null,
  tookMs: 12,
  codeVersion: { pinned: '0.1.0', present: '0.1.0' },
  howToProceed: [],
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(runHash: string | null, role: Role = 'reviewer') {
  const viewer = { name: 'ada', role, userId: 'usr_1', workspaceName: 'Team', mayExperiment: false };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ViewerProvider viewer={{ ...viewer, mayAdminister: false }}>
        <ReplayCard run={{ id: 'run_1', runHash } as RunDetailView} />
      </ViewerProvider>
    </QueryClientProvider>,
  );
  return screen.getByRole('button', { name: 'Replay' });
}

function answer(status: number, body: object) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push(`${init.method} ${url}`);
    return new Response(JSON.stringify(body), { status });
  });
  return asked;
}

describe('the replay on the page of a run', () => {
  it('shows both hashes and what the same hash means', async () => {
    const asked = answer(200, REPLAY);
    await userEvent.click(show(HASH));
    expect(await screen.findByText('The replay reached the same hash')).toBeTruthy();
    expect(screen.getAllByText(HASH)).toHaveLength(2);
    expect(asked).toEqual(['POST /api/v1/runs/run_1/replay']);
  });

  it('leads to the command where a request has not the time', async () => {
    const howToProceed = ['Run "npm run waggle -- replay run_1" where Waggle is installed: it has no limit.'];
    answer(200, { ...REPLAY, verdict: 'unfinished', replayHash: null, howToProceed });
    await userEvent.click(show(HASH));
    expect(await screen.findByText(/npm run waggle/)).toBeTruthy();
    expect(screen.getByText('none: it came to no end')).toBeTruthy();
  });

  it('says the words of the server where it is refused', async () => {
    answer(429, { detail: 'Another replay is under way: wait until it has ended, then try again.' });
    await userEvent.click(show(HASH));
    expect(await screen.findByText(/Another replay is under way/)).toBeTruthy();
  });

  it('waits for the end of the run, and for a person who may judge it', () => {
    expect(show(null).getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByText('Only a run that came to its end can be replayed.')).toBeTruthy();
    cleanup();
    expect(show(HASH, 'viewer').getAttribute('aria-disabled')).toBe('true');
  });
});
