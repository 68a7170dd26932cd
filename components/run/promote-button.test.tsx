import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ViewerProvider } from '@/components/account/viewer';
import type { PersonView } from '@/lib/contracts/people';
import { PromoteButton } from './promote-button';

vi.mock('next/navigation', () => ({ useRouter: () => ({ push: () => undefined }) }));

const person = (id: string, role: PersonView['role'], disabledAt: string | null = null): PersonView => ({
  ...{ id, role, disabledAt, email: `${id}@lab.example`, name: id, createdAt: '2026-11-01T00:00:00Z' },
});
const ME = person('usr_1', 'owner');

let people: readonly PersonView[];
const networkBefore = globalThis.fetch;
beforeEach(() => {
  globalThis.fetch = async (path) =>
    String(path).includes('/people')
      ? Response.json({ items: people })
      : Response.json({ items: [], nextCursor: null });
});
afterEach(() => {
  cleanup();
  globalThis.fetch = networkBefore;
});

async function openDialog() {
  const viewer = { name: 'ada', role: 'owner' as const, userId: ME.id, workspaceName: 'Lab' };
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ViewerProvider viewer={{ ...viewer, mayExperiment: true, mayAdminister: true }}>
        <PromoteButton
          run={{ id: 'run_1', practice: false, status: 'finished', scoreDoubt: null }}
          candidateHash="a"
          score={null}
          name="best prompt"
        />
      </ViewerProvider>
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Promote best prompt' }));
  await screen.findByText('No slot can serve it yet');
}

describe('the dialog that drafts a canary', () => {
  it('says before the draft that no other account may approve it, and leads to the people', async () => {
    people = [ME, person('usr_2', 'experimenter'), person('usr_3', 'reviewer', '2026-11-02T00:00:00Z')];
    await openDialog();
    expect(await screen.findByText('No one here may approve it yet')).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Add a reviewer or an owner' });
    expect(link.getAttribute('href')).toBe('/settings?tab=people');
  });

  it('says nothing of approval where a reviewer is there', async () => {
    people = [ME, person('usr_2', 'reviewer')];
    await openDialog();
    expect(screen.queryByText('No one here may approve it yet')).toBeNull();
  });
});
