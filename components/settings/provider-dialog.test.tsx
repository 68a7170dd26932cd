import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ProviderView } from '@/lib/contracts/providers';
import { ProviderDialog } from './provider-dialog';

const provider: ProviderView = {
  id: 'prv_1',
  name: 'House',
  baseUrl: 'https://models.example/v1',
  keyHint: null,
  headers: { 'x-route': 'east', 'x-tenant-key': 's3cret' },
  behaviouralHeaders: ['x-route'],
  practice: false,
  hardware: 'unknown',
  requestsPerMinute: null,
  tokensPerMinute: null,
  concurrency: 16,
  timeoutMs: 120_000,
  maxAttempts: 5,
  acceleratorsPerCall: null,
  archivedAt: null,
  createdAt: '2026-01-02T03:04:05.000Z',
  updatedAt: '2026-01-02T03:04:05.000Z',
  models: [],
};

let sent: Record<string, unknown> = {};
beforeEach(() => {
  vi.stubGlobal('fetch', async (_url: string, init?: RequestInit) => {
    sent = JSON.parse(String(init?.body));
    return new Response(JSON.stringify(provider), { headers: { 'content-type': 'application/json' } });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(known: ProviderView | null) {
  const closed = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ProviderDialog provider={known} onClose={closed} />
    </QueryClientProvider>,
  );
  const save = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await vi.waitFor(() => expect(closed).toHaveBeenCalled());
    return sent;
  };
  return { save };
}

describe('the headers in the dialog of a provider', () => {
  it('keep their marks when the provider is saved unchanged', async () => {
    const { save } = open(provider);
    const boxes = screen.getAllByRole<HTMLInputElement>('checkbox', { name: 'Affects answers' });
    expect(boxes.map(({ checked }) => checked)).toEqual([true, false]);
    expect(await save()).toMatchObject({
      headers: provider.headers,
      behaviouralHeaders: provider.behaviouralHeaders,
    });
  });

  it('are added, marked and removed, and a row without a name is none', async () => {
    const { save } = open(provider);
    await userEvent.click(screen.getByRole('button', { name: 'Remove header 1' }));
    await userEvent.click(screen.getByRole('button', { name: 'Add header' }));
    await userEvent.type(screen.getByLabelText('Name of header 2'), 'x-deployment');
    await userEvent.type(screen.getByLabelText('Value of header 2'), 'blue');
    await userEvent.click(screen.getAllByRole('checkbox', { name: 'Affects answers' })[1] ?? expect.fail());
    await userEvent.click(screen.getByRole('button', { name: 'Add header' }));
    expect(await save()).toMatchObject({
      headers: { 'x-tenant-key': 's3cret', 'x-deployment': 'blue' },
      behaviouralHeaders: ['x-deployment'],
    });
  });
});
