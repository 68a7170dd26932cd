import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ViewerProvider } from '@/components/account/viewer';
import { ConfoundingNotice } from './confounding-notice';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const viewer = {
  name: 'ada@example.com',
  role: 'owner',
  userId: 'usr_1',
  workspaceName: 'Team',
  mayExperiment: true,
  mayAdminister: true,
} as const;
const SENTENCE = 'No headline is shown until a person acknowledges that.';

function show(acknowledged: { by: string; reason: string; at: string } | null, sentence = SENTENCE) {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (_url: string, init?: RequestInit) => {
    sent.push(JSON.parse(String(init?.body)));
    return new Response(JSON.stringify({ sentence, acknowledged }), {
      status: 201,
      headers: { 'content-type': 'application/json' },
    });
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ViewerProvider viewer={viewer}>
        <ConfoundingNotice run={{ id: 'run_1', confounding: { sentence, acknowledged } }} />
      </ViewerProvider>
    </QueryClientProvider>,
  );
  return sent;
}

describe('R-028: above the numbers of a run whose proposer also serves', () => {
  it('shows what it blocks, with the one way on, which asks for a reason', async () => {
    const sent = show(null);
    expect(screen.getByRole('status').textContent).toContain(SENTENCE);
    await userEvent.click(screen.getByRole('button', { name: 'Acknowledge' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Let the headline stand?' }));
    await userEvent.type(dialog.getByLabelText('Reason'), 'Another proposer gained as much.');
    await userEvent.click(dialog.getByRole('button', { name: 'Acknowledge it' }));
    expect(sent).toEqual([{ reason: 'Another proposer gained as much.' }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('shows permanently who acknowledged it and why, and no button', () => {
    const at = '2026-11-22T00:00:00.000Z';
    show({ by: 'ada', reason: 'It was seen.', at }, 'The same model, acknowledged by ada: It was seen.');
    expect(screen.getByRole('status').textContent).toContain('acknowledged by ada: It was seen.');
    expect(screen.queryByRole('button')).toBeNull();
  });
});
