import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ViewerProvider } from '@/components/account/viewer';
import type { Role } from '@/lib/domain/actor';
import { SLOT } from '@/lib/view/testing/canary';
import { RevertBar } from './revert-bar';

const VIEWER = { name: 'a', userId: 'usr_1', workspaceName: 'Lab', mayExperiment: true, mayAdminister: true };

/** A server that reverts once it is asked to. */
let reverts: number;
const networkBefore = globalThis.fetch;
beforeEach(() => {
  reverts = 0;
  globalThis.fetch = async (path, init) => {
    const isRevert = init?.method === 'POST' && String(path).endsWith('/revert');
    if (isRevert) reverts += 1;
    const at = new Date(Date.now() - 3000).toISOString();
    const effect = {
      ...{ revertedAt: at, by: 'ann@lab.example', reason: 'Reverted on its page.', configVersion: 8 },
      ...{ from: SLOT.live, to: SLOT.previous, lastOldExposureAt: null },
      ...{ firstNewExposureAt: null, oldExposuresSince: 0 },
    };
    const slot = { ...SLOT, live: SLOT.previous, isReverted: true, isRevertible: false };
    const moved = { slot, isChanged: true, configVersion: 8, requestedAt: at, movedAt: at };
    return Response.json(isRevert ? moved : { revert: reverts === 0 ? null : effect });
  };
});
afterEach(() => {
  cleanup();
  globalThis.fetch = networkBefore;
});

function show(role: Role, slot = SLOT) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const page = render(
    <QueryClientProvider client={client}>
      <ViewerProvider viewer={{ ...VIEWER, role }}>
        <RevertBar slot={slot} />
      </ViewerProvider>
    </QueryClientProvider>,
  );
  return { ...page, client };
}

describe('the way back', () => {
  it('has the rehearsal read again, whose last step it is', async () => {
    const { client } = show('experimenter');
    client.setQueryData(['rehearsal'], null);
    await userEvent.click(screen.getByRole('button', { name: 'Revert now' }));
    await userEvent.click(screen.getByRole('button', { name: 'Revert' }));
    await expect.poll(() => client.getQueryState(['rehearsal'])?.isInvalidated).toBe(true);
  });

  it('takes one click and one confirm, and then counts seconds', async () => {
    show('experimenter');
    await userEvent.click(screen.getByRole('button', { name: 'Revert now' }));
    const dialog = screen.getByRole('dialog', { name: 'Revert now?' });
    expect(dialog.textContent).toContain('All callers get version 1 again.');
    expect(reverts).toBe(0);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Revert' }));
    expect(await screen.findByText(/Reverted .* seconds? ago/)).toBeTruthy();
    expect(reverts).toBe(1);
    expect(screen.getByText(/was not handed out after that/)).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is there for a reviewer, and says to a viewer that others may', () => {
    const { unmount } = show('reviewer');
    expect(screen.getByRole('button', { name: 'Revert now' })).toBeTruthy();
    unmount();
    show('viewer');
    expect(screen.queryByRole('button', { name: 'Revert now' })).toBeNull();
    expect(screen.getByText(/A viewer may not revert/)).toBeTruthy();
  });

  it('says what a live step goes back to, and is not there where nothing can be taken back', async () => {
    const challenger = { promptId: 'spr_3', version: 3, sha256: '3'.repeat(64) };
    const split = { canaryId: 'cny_1', step: 0, share: 0.05, challenger };
    const { unmount } = show('owner', { ...SLOT, split });
    expect(screen.getByText('Version 3 answers 5 % of the callers.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Revert now' }));
    expect(screen.getByRole('dialog').textContent).toContain('All callers get version 2 again.');
    unmount();
    show('owner', { ...SLOT, isRevertible: false });
    expect(screen.queryByRole('button', { name: 'Revert now' })).toBeNull();
  });
});
