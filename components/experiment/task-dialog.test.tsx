import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TaskDialog } from './task-dialog';

const DATA = { datasetId: 'dat_1', splitId: 'spl_1' };
let sent: unknown;
const made = vi.fn();

/** The server at the other end of fetch: it makes what it is sent, and refuses an address in a private network. */
function answer(init?: RequestInit): Response {
  const headers = { 'content-type': 'application/json' };
  sent = JSON.parse(String(init?.body));
  if (JSON.stringify(sent).includes('10.0.0.1')) {
    const detail = 'The address 10.0.0.1 may not be called: it lies in a private network.';
    const problem = { title: 'Refused', code: 'ADDRESS_REFUSED', detail, fields: [], howToProceed: [] };
    return new Response(JSON.stringify(problem), { status: 422, headers });
  }
  const task = { id: 'tsk_1', name: 'x', scoring: { kind: 'http' }, data: DATA };
  return new Response(JSON.stringify(task), { status: 201, headers });
}

beforeEach(() => {
  made.mockReset();
  vi.stubGlobal('fetch', async (_url: string, init?: RequestInit) => answer(init));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function fill(address: string) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <TaskDialog onClose={() => undefined} onMade={made} />
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Name'), 'Slogans');
  await user.selectOptions(screen.getByLabelText('Scoring'), 'http');
  await user.type(screen.getByLabelText('Address'), address);
  await user.type(screen.getByLabelText(/^Header/), 'Authorization');
  await user.type(screen.getByLabelText(/^Its secret value/), 'Bearer hidden');
  await user.selectOptions(screen.getByLabelText('What is scored'), 'multiTask');
  await user.type(screen.getByLabelText('Tasks'), 'Greet.{enter}{enter}Decline.');
  await user.click(screen.getByRole('button', { name: 'Make the task' }));
}

describe('the dialog that makes a task', () => {
  it('sends an artefact with its evaluator, and hands on the data that were made for it', async () => {
    await fill('https://evaluator.example.com/score');
    await waitFor(() => expect(made).toHaveBeenCalledWith(expect.objectContaining({ data: DATA })));
    expect(sent).toEqual({
      name: 'Slogans',
      instructions: '',
      scoring: {
        ...{ kind: 'http', url: 'https://evaluator.example.com/score' },
        ...{ header: 'Authorization', timeoutSeconds: 30 },
      },
      artefact: { kind: 'multiTask', descriptions: ['Greet.', 'Decline.'] },
      secret: 'Bearer hidden',
    });
  });

  it('says why an address is refused, and stays open', async () => {
    await fill('http://10.0.0.1/score');
    expect(await screen.findByText(/lies in a private network/)).toBeTruthy();
    expect(made).not.toHaveBeenCalled();
  });
});
