import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { ViewerProvider } from '@/components/account/viewer';
import { BulkBar } from './bulk-bar';

afterEach(cleanup);

const NOTHING = () => undefined;
const VIEWER = {
  ...({ name: 'Ada', role: 'owner', userId: 'usr_1', workspaceName: 'Hive' } as const),
  ...{ mayExperiment: true, mayAdminister: true },
};
const ITEMS = ['run_1', 'run_2'].map((id) => ({ id, tags: [] }));
const selection = { ids: ITEMS.map(({ id }) => id), toggle: NOTHING, setAll: NOTHING, clear: NOTHING };

function show(baseline?: string) {
  const shared = { of: 'runs', one: 'run', many: 'runs', selection, items: ITEMS, archived: false } as const;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ViewerProvider viewer={VIEWER}>
        <BulkBar {...shared} onCompare={NOTHING} baseline={baseline} />
      </ViewerProvider>
    </QueryClientProvider>,
  );
}

describe('the bar of selected runs', () => {
  it('names the run that Compare measures against', () => {
    show();
    expect(screen.getByText('Measured against the serial run, if one is chosen')).toBeTruthy();
    cleanup();
    show('the run that you came from');
    expect(screen.getByText('Measured against the run that you came from')).toBeTruthy();
  });
});
