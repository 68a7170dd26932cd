import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ViewerProvider } from '@/components/account/viewer';
import { PaletteDoor } from '@/components/shell/palette-door';
import { PageHeader } from '@/components/ui/page-header';

vi.mock('next/navigation', () => ({
  useRouter: () => ({ push: () => undefined }),
  usePathname: () => window.location.pathname,
}));

const VIEWER = {
  ...{ name: 'a', role: 'owner' as const, userId: 'usr_1', workspaceName: 'Lab' },
  ...{ mayExperiment: true, mayAdminister: true },
};
const DIALOG = { name: 'This page over the API' };
/** Palette and dialog are fetched first. */

class NoSizes {
  observe() {
    return undefined;
  }
  unobserve() {
    return undefined;
  }
  disconnect() {
    return undefined;
  }
}

function showAt(address: string) {
  window.history.replaceState(null, '', address);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ViewerProvider viewer={VIEWER}>
        <PageHeader title="Here" />
        <input aria-label="Name" />
        <PaletteDoor />
      </ViewerProvider>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

const opener = () => screen.getByRole('button', { name: 'Link and API' });
const opened = () => screen.findByRole('dialog', DIALOG);

beforeEach(() => {
  vi.stubGlobal('ResizeObserver', NoSizes);
  vi.stubGlobal('fetch', async () => Response.json({ items: [], nextCursor: null }));
  Element.prototype.scrollIntoView = () => undefined;
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('a page over the API', () => {
  it('opens from the menu of the page and gives the focus back on Escape', async () => {
    const user = showAt('/runs?status=running');
    await user.click(opener());
    await user.click(await screen.findByRole('menuitem', { name: /API requests/ }));
    const dialog = within(await opened());
    expect(dialog.getByRole('tab', { name: 'curl' }).getAttribute('aria-selected')).toBe('true');
    const code = dialog.getByRole('region', { name: '/api/v1/runs?status=running as curl' });
    expect(code.textContent).toContain("/api/v1/runs?status=running'");
    expect(dialog.getByRole('button', { name: 'Copy /api/v1/runs?status=running as curl' })).toBeTruthy();
    expect(dialog.getByRole('link', { name: /^listRuns/ }).getAttribute('href')).toBe('/docs/api#listRuns');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(opener()));
  });

  it('is written in four ways, by arrow keys too', async () => {
    const user = showAt('/sweeps/swp_1');
    opener().focus();
    await user.keyboard('{Enter}{ArrowDown}{Enter}');
    const dialog = within(await opened());
    const said: Record<string, string> = {
      TypeScript: 'await fetch("http',
      Python: 'urllib.request.urlopen',
      'Command line': "call readSweep \\\n  --param 'sweepId=swp_1'",
    };
    dialog.getByRole('tab', { name: 'curl' }).focus();
    for (const [name, code] of Object.entries(said)) {
      await user.keyboard('{ArrowRight}');
      expect(dialog.getByRole('tab', { name }).getAttribute('aria-selected')).toBe('true');
      expect(dialog.getByRole('region', { name: `/api/v1/sweeps/swp_1 as ${name}` }).textContent).toContain(
        code,
      );
    }
  });

  it('opens at the key a, but not while typing', async () => {
    const user = showAt('/tour');
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'a');
    expect(screen.queryByRole('dialog')).toBeNull();
    opener().focus();
    await user.keyboard('a');
    const dialog = within(await opened());
    expect(dialog.getByText(/has nothing of its own to read/)).toBeTruthy();
    expect(dialog.queryByRole('tab')).toBeNull();
  });

  it('is the first that the palette finds for curl, and gives the focus to what had it before the palette', async () => {
    const user = showAt('/experiments/new');
    opener().focus();
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox'), 'curl{Enter}');
    const dialog = within(await opened());
    expect(dialog.getByRole('link', { name: /^createExperiment/ })).toBeTruthy();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(opener()));
  });

  it('is not offered to a reader without an account', () => {
    render(<PageHeader title="Shared" isOutside />);
    expect(screen.queryByRole('button', { name: 'Link and API' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Copy link' })).toBeTruthy();
  });

  it('shares the menu with the copy of the address, which needs no mouse', async () => {
    const user = showAt('/runs?status=running');
    opener().focus();
    await user.keyboard('{Enter}{Enter}');
    expect(await navigator.clipboard.readText()).toBe(window.location.href);
    await waitFor(() => expect(document.activeElement).toBe(opener()));
  });
});
