import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Viewer, ViewerProvider } from '@/components/account/viewer';
import type { ImportPreviewView } from '@/lib/contracts/imports';
import { holdFiles } from './held-files';
import { ImportView } from './import-view';

vi.mock('next/navigation', () => ({ useRouter: () => ({ push: () => undefined }) }));

const VIEWER: Viewer = {
  ...{ name: 'Ada', role: 'owner', userId: 'usr_1', workspaceName: 'Bees' },
  ...{ mayExperiment: true, mayAdminister: true },
};
const COLUMNS = ['customer message', 'right team'] as const;
const none = { id: null, context: null, groupKey: null, sourceSplit: null };
const OPEN: ImportPreviewView = {
  files: [{ name: 't.csv', format: 'csv', records: 1 }],
  fields: COLUMNS.map((path) => ({ path, samples: ['one'] })),
  preset: 'generic',
  mapping: { ...none, question: null, expected: null },
  unsettled: (['question', 'expected'] as const).map((role, at) => ({
    ...{ role, why: 'noKnownName', proposed: COLUMNS[at] ?? null, candidates: [...COLUMNS] },
  })),
  firstRecord: { where: 't.csv:2', text: '{}' },
  ...{ isHead: false, examples: [], exampleCount: 0, duplicateCount: 0, faultCount: 0, faults: [] },
  ...{ labels: null, privacy: [] },
};
const SETTLED: ImportPreviewView = {
  ...OPEN,
  mapping: { ...none, question: { path: COLUMNS[0] }, expected: { path: COLUMNS[1] } },
  unsettled: [],
  examples: [
    { id: 'a', question: 'It jams', context: '', expected: 'IT', groupKey: null, sourceSplit: 't.csv' },
  ],
  exampleCount: 1,
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the import of a data set', () => {
  it('keeps a guess out of the import until it is sent, and then moves the focus to the examples', async () => {
    const previews = [OPEN, SETTLED];
    vi.stubGlobal('fetch', async (_: string, init?: RequestInit) =>
      Response.json(init?.method === 'POST' ? previews.shift() : { items: [], nextCursor: null }),
    );
    holdFiles([new File(['x'], 't.csv')]);
    render(
      <QueryClientProvider client={new QueryClient()}>
        <ViewerProvider viewer={VIEWER}>
          <ImportView />
        </ViewerProvider>
      </QueryClientProvider>,
    );
    const use = await screen.findByRole('button', { name: 'Use these columns' }, { timeout: 4000 });
    expect(screen.getByRole('button', { name: /^Import/ }).hasAttribute('disabled')).toBe(true);
    use.focus();
    await userEvent.keyboard('{Enter}');
    const region = await screen.findByRole('region', { name: 'Preview' });
    expect(region.textContent).toContain('It jams');
    await waitFor(() => expect(document.activeElement).toBe(region));
    expect(screen.getByRole('button', { name: /^Import/ }).hasAttribute('disabled')).toBe(false);
  });
});
