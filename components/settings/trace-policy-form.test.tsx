import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TracePolicyView } from '@/lib/contracts/trace-policies';
import { TracePolicyForm } from './trace-policy-form';

const POLICY: TracePolicyView = {
  ...{ retentionDays: 90, bytesMax: 50_000_000, privacy: 'mask', keepsContent: true },
};

let sent: TracePolicyView[] = [];
beforeEach(() => {
  sent = [];
  vi.stubGlobal('fetch', async (_url: string, init?: RequestInit) => {
    sent.push(JSON.parse(String(init?.body)));
    return new Response(String(init?.body), { headers: { 'content-type': 'application/json' } });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = (mayChange = true) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TracePolicyForm policy={POLICY} mayChange={mayChange} />
    </QueryClientProvider>,
  );
const days = () => screen.getByLabelText<HTMLInputElement>('Retention in days');
const size = () => screen.getByLabelText<HTMLInputElement>(/^Size limit in MB/);
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save policy' }));

describe('the form of the policy of traces', () => {
  it('sends every field, the size in bytes', async () => {
    open();
    expect([days().value, size().value]).toEqual(['90', '50']);
    await userEvent.selectOptions(screen.getByLabelText('Personal data and secrets'), 'drop');
    await userEvent.click(screen.getByRole('checkbox'));
    await userEvent.clear(days());
    await userEvent.type(days(), '30');
    await userEvent.clear(size());
    await userEvent.type(size(), '2.5');
    await save();
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual({
      ...{ privacy: 'drop', keepsContent: false, retentionDays: 30, bytesMax: 2_500_000 },
    });
  });

  it('takes an empty size as no limit', async () => {
    open();
    await userEvent.clear(size());
    await save();
    await waitFor(() => expect(sent).toEqual([{ ...POLICY, bytesMax: null }]));
  });

  it('sends nothing that the contract refuses, and names the field', async () => {
    open();
    await userEvent.clear(days());
    await userEvent.clear(size());
    await userEvent.type(size(), '0.5');
    await save();
    await waitFor(() => expect(days().getAttribute('aria-invalid')).toBe('true'));
    expect(size().getAttribute('aria-invalid')).toBe('true');
    expect(sent).toEqual([]);
  });

  it('is read, and says why, where the role may not change it', () => {
    open(false);
    expect(days().matches(':disabled')).toBe(true);
    expect(screen.queryByRole('button', { name: 'Save policy' })).toBeNull();
    expect(screen.getByText(/Only an owner/)).toBeTruthy();
  });
});
