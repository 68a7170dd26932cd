import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Viewer, ViewerProvider } from '@/components/account/viewer';
import { CommandPalette } from './command-palette';

const pushed: string[] = [];
vi.mock('next/navigation', () => ({
  usePathname: () => '/',
  useRouter: () => ({ push: (to: string) => pushed.push(to) }),
}));

const LISTS: Readonly<Record<string, readonly unknown[]>> = {
  experiments: [{ id: 'exp_1', name: 'Combee on tickets' }],
  runs: [{ id: 'run_1', label: 'serial', experimentName: 'Combee on tickets' }],
};
const VIEWER: Viewer = {
  ...{ name: 'Ada', role: 'owner', userId: 'usr_1', workspaceName: 'Bees' },
  ...{ mayExperiment: true, mayAdminister: true },
};
beforeEach(() => {
  pushed.length = 0;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {
        return undefined;
      }
      unobserve() {
        return undefined;
      }
      disconnect() {
        return undefined;
      }
    },
  );
  Element.prototype.scrollIntoView = () => undefined;
  vi.stubGlobal('fetch', async (url: string) => {
    const list = url.split('?')[0]?.split('/').at(-1) ?? '';
    const isAsked = /search=combee/.test(url);
    const body = { items: isAsked ? (LISTS[list] ?? []) : [], nextCursor: null };
    return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <ViewerProvider viewer={VIEWER}>
        <CommandPalette opensWith="search" openedFrom={null} />
      </ViewerProvider>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}
const marked = () => screen.getByRole('option', { selected: true }).textContent;

describe('the command palette', () => {
  it('highlights an experiment that arrives after the search in all texts was shown, and lists its runs', async () => {
    const user = show();
    await user.type(screen.getByRole('combobox'), 'combee');
    await waitFor(() => expect(marked()).toBe('Combee on tickets'));
    await waitFor(() => expect(screen.getByRole('option', { name: /^serial/ })).toBeTruthy());
    expect(marked()).toBe('Combee on tickets');
    await user.keyboard('{Enter}');
    expect(pushed).toEqual(['/experiments/exp_1']);
  });

  it.each([
    ['invite', '/settings'],
    ['colleague', '/settings'],
    ['members', '/settings'],
    ['demo', '/'],
    ['export', '/runs'],
  ])('leads to a page by the other word "%s"', async (word, page) => {
    const user = show();
    await user.type(screen.getByRole('combobox'), word);
    await user.keyboard('{Enter}');
    expect(pushed.map((href) => href.split('?')[0])).toEqual([page]);
  });

  it('keeps the highlight where a person moved it', async () => {
    const user = show();
    await user.type(screen.getByRole('combobox'), 'combee');
    await waitFor(() => expect(marked()).toBe('Combee on tickets'));
    await user.keyboard('{End}');
    expect(marked()).not.toBe('Combee on tickets');
  });
});
