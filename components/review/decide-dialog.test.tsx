// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ReportReviewView } from '@/lib/contracts/reviews';
import { DecideDialog } from './decide-dialog';

const STALE = {
  type: '/problems/sign-in-stale',
  title: 'Not allowed',
  status: 403,
  code: 'SIGN_IN_STALE',
  detail: 'A decision takes a sign-in or a confirmed password of the last 15 minutes.',
  fields: [],
  howToProceed: [],
  ruleId: 'REV-12',
  requestId: 'req_1',
};
const review = { reportId: 'rep_1', version: 1, hash: 'a'.repeat(64) } as ReportReviewView;

/** A server that takes a decision once the password was confirmed. */
let asked: { readonly path: string; readonly body: Record<string, unknown> }[];
const networkBefore = globalThis.fetch;
beforeEach(() => {
  asked = [];
  globalThis.fetch = async (path, init) => {
    const isConfirmed = asked.some((one) => one.path === '/api/v1/me/confirmation');
    asked.push({ path: String(path), body: JSON.parse(String(init?.body)) });
    const isRefused = String(path).endsWith('/decide') && !isConfirmed;
    return Response.json(isRefused ? STALE : { confirmed: true }, { status: isRefused ? 403 : 200 });
  };
});
afterEach(() => {
  cleanup();
  globalThis.fetch = networkBefore;
});

describe('a decision after a sign-in of long ago', () => {
  it('asks for the password, and then sends exactly what was decided', async () => {
    let isClosed = false;
    const close = () => {
      isClosed = true;
    };
    render(
      <QueryClientProvider client={new QueryClient()}>
        <DecideDialog review={review} onClose={close} />
      </QueryClientProvider>,
    );
    fireEvent.change(screen.getByLabelText('Note'), { target: { value: 'A seed is missing.' } });
    fireEvent.click(screen.getByRole('button', { name: 'Reject' }));
    expect(await screen.findByRole('dialog', { name: 'Confirm it is you' })).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: ' my password ' } });
    fireEvent.submit(screen.getByLabelText('Password').closest('form') as HTMLFormElement);
    await expect.poll(() => isClosed).toBe(true);
    const decision = { decision: 'rejected', note: 'A seed is missing.', hash: 'a'.repeat(64) };
    expect(asked.map(({ path, body }) => [path.split('/').at(-1), body])).toEqual([
      ['decide', decision],
      ['confirmation', { password: ' my password ' }],
      ['decide', decision],
    ]);
  });
});
