import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CANARY } from '@/lib/view/testing/canary';
import { useDecisions } from './use-decisions';

const NO = 'Authors may not approve it.';
const REFUSALS: Readonly<Record<string, { approve: string | null; goLive: string | null }>> = {
  cny_own: { approve: NO, goLive: 'No one has approved it.' },
  cny_other: { approve: null, goLive: 'No one has approved it.' },
  cny_approved: { approve: NO, goLive: null },
};

const networkBefore = globalThis.fetch;
beforeEach(() => {
  globalThis.fetch = async (path) => {
    const at = String(path);
    const [, id = ''] = /canaries\/(\w+)\/approval/.exec(at) ?? [];
    if (id === 'cny_unread') return Response.json({}, { status: 500 });
    if (id !== '') return Response.json({ whyNot: { ...REFUSALS[id], requestChanges: null, comment: null } });
    if (at.includes('/canaries'))
      return Response.json({
        items: [...Object.keys(REFUSALS), 'cny_unread'].map((one) => ({ ...CANARY, id: one })),
        nextCursor: null,
      });
    return Response.json({ items: [], waiting: [], nextCursor: null });
  };
});
afterEach(() => {
  cleanup();
  globalThis.fetch = networkBefore;
});

it('leaves out a canary that its reader may neither approve nor let go live', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { result } = renderHook(() => useDecisions('owner'), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  await expect
    .poll(() => result.current.data?.map(({ href }) => href))
    .toEqual(['/canaries/cny_other', '/canaries/cny_approved', '/canaries/cny_unread']);
});
