import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PersonalDataPanel } from './personal-data-panel';

/** The server at the other end of fetch: two addresses, each with its placeholder. */
function answer(init?: RequestInit): Response {
  const { text } = JSON.parse(String(init?.body)) as { text: string };
  const spans = ['a@b.de', 'c@d.de']
    .filter((value) => text.includes(value))
    .map((value, index) => ({
      kind: 'email',
      start: text.indexOf(value),
      end: text.indexOf(value) + value.length,
      masked: '•@•.••',
      placeholder: `[EMAIL_${index + 5}]`,
    }));
  return new Response(JSON.stringify({ spans }), { headers: { 'content-type': 'application/json' } });
}

function Held({ begin }: { begin: string }) {
  const [text, setText] = useState(begin);
  const [reason, setReason] = useState('');
  return (
    <>
      <output>{text}</output>
      <PersonalDataPanel text={text} onText={setText} reason={reason} onReason={setReason} />
    </>
  );
}

const show = (begin: string) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Held begin={begin} />
    </QueryClientProvider>,
  );

beforeEach(() => {
  vi.stubGlobal('fetch', async (_: string, init?: RequestInit) => answer(init));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('personal data in the prompt of an experiment', () => {
  it('R-210 strikes out what is ticked and leaves the rest, with its tick off and a reason to give', async () => {
    show('a@b.de and c@d.de');
    await userEvent.click(await screen.findByRole('checkbox', { name: /c@d\.de/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Strike out what is ticked' }));
    expect(await screen.findByText('[EMAIL_5] and c@d.de')).toBeTruthy();
    const rest = (await screen.findByRole('checkbox', { name: /c@d\.de/ })) as HTMLInputElement;
    expect(rest.checked).toBe(false);
    expect(screen.getByLabelText(/Why the rest is kept/)).toBeTruthy();
  });

  it('R-210 says when nothing is left', async () => {
    show('a@b.de');
    await userEvent.click(await screen.findByRole('button', { name: 'Strike out what is ticked' }));
    expect(await screen.findByText('No personal or secret data is left in the prompt.')).toBeTruthy();
  });

  it('R-210 offers to try again when the server cannot be asked', async () => {
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
    show('a@b.de');
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});
