import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { ViewerProvider } from '@/components/account/viewer';
import type { DatasetImportView } from '@/lib/contracts/dataset-imports';
import { ImportProgress } from './import-progress';

const READING: DatasetImportView = {
  ...({
    id: 'imp_1',
    name: 'Tickets',
    files: ['tickets.jsonl'],
    state: 'reading',
    startedBy: 'ada',
  } as const),
  ...{ bytes: 900_000_000, bytesRead: 450_000_000, records: 4_000, faultCount: 0, saved: 0, progress: 0.35 },
  ...{
    secondsLeft: 90,
    problem: null,
    datasetId: null,
    createdAt: '2026-11-01T10:00:00.000Z',
    endedAt: null,
  },
};

function show(running: Partial<DatasetImportView>, mayExperiment = true) {
  const viewer = {
    ...({ name: 'ada', role: 'owner', userId: 'usr_1', workspaceName: 'Team' } as const),
    ...{ mayExperiment, mayAdminister: true },
  };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ViewerProvider viewer={viewer}>
        <ImportProgress running={{ ...READING, ...running }} />
      </ViewerProvider>
    </QueryClientProvider>,
  );
}

afterEach(cleanup);
const cancel = () => screen.queryByRole('button', { name: 'Cancel import of Tickets' });

describe('an import in the background', () => {
  it('shows how far it is, and can be cancelled by those who may import', () => {
    show({});
    expect(screen.getByRole('status').textContent).toContain('450 MB of 900 MB');
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('35');
    expect(cancel()).not.toBeNull();
    cleanup();
    show({}, false);
    expect(cancel()).toBeNull();
  });

  it('leads to its data set once it has finished', () => {
    show({ state: 'finished', progress: 1, saved: 4_000, datasetId: 'dat_1' });
    expect(screen.getByRole('link').getAttribute('href')).toBe('/datasets/dat_1');
    expect(cancel()).toBeNull();
  });

  it('shows no progress of one that was cancelled', () => {
    show({ state: 'cancelled' });
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(screen.getByRole('status').textContent).toContain('Cancelled');
  });

  it('names the lines with personal data, and the choice on the page instead of words for the API', () => {
    const found =
      'e-mail address: 1 in 1 of the examples, first tickets.jsonl:8001, question, characters 9 to 29.';
    show({
      state: 'failed',
      problem: {
        ...{ code: 'PII_IN_PROMPT', ruleId: 'R-210', detail: 'There is 1 piece of personal data.' },
        ...{ fields: [{ path: 'options.privacy', message: found }], howToProceed: ['Send privacy {…}.'] },
      },
    });
    expect(screen.getByText(found)).toBeTruthy();
    expect(screen.queryByText('Send privacy {…}.')).toBeNull();
    expect(cancel()).toBeNull();
  });
});
