import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { FILTER_TEXT_MAX, type TraceFilter } from '@/lib/domain/trace-filter';
import { TraceFilters } from './trace-filters';
import { useTraceFilter } from './use-trace-filter';

afterEach(cleanup);

function Shown({ onFilter }: { readonly onFilter: (filter: TraceFilter) => void }) {
  const filters = useTraceFilter();
  onFilter(filters.filter);
  return <TraceFilters {...filters} />;
}

function show(address = '') {
  const seen: { filter: TraceFilter; address: string } = { filter: {}, address };
  const client = new QueryClient();
  client.setQueryDefaults(['trace-facets'], { staleTime: Number.POSITIVE_INFINITY });
  client.setQueryData(['trace-facets'], {
    ...{ services: ['desk', 'shop'], models: ['m-1'], tools: ['search'], prompts: ['router'] },
  });
  render(
    <NuqsTestingAdapter
      hasMemory
      searchParams={address}
      onUrlUpdate={({ queryString }) => {
        seen.address = queryString;
      }}
    >
      <QueryClientProvider client={client}>
        <Shown
          onFilter={(filter) => {
            seen.filter = filter;
          }}
        />
      </QueryClientProvider>
    </NuqsTestingAdapter>,
  );
  return { seen, user: userEvent.setup() };
}

const choice = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name });

describe('filters of traces', () => {
  it('keep every character of words as typed', async () => {
    const { seen, user } = show();
    const words = screen.getByRole<HTMLInputElement>('searchbox');
    await user.type(words, 'refund window ');
    expect(words.value).toBe('refund window ');
    expect(seen.filter).toEqual({ words: 'refund window' });
  });

  it('cut words that are longer than a filter may be, so that they still narrow the list', async () => {
    const { seen, user } = show();
    await user.click(screen.getByRole('searchbox'));
    await user.paste('x'.repeat(FILTER_TEXT_MAX + 1));
    expect(seen.filter).toEqual({ words: 'x'.repeat(FILTER_TEXT_MAX) });
  });

  it('offer the values of the newest traces, and the chosen one even if it is gone', async () => {
    const { seen, user } = show('?tool=old-tool');
    const options = within(choice('Tool')).getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual(['Any tool', 'old-tool', 'search']);
    await user.selectOptions(choice('Service'), 'shop');
    expect(seen.filter).toEqual({ tool: 'old-tool', service: 'shop' });
    await user.selectOptions(choice('Tool'), 'Any tool');
    expect(seen.filter).toEqual({ service: 'shop' });
  });

  it('of the dialog reach the address, are counted, and are taken back by empty fields', async () => {
    const { seen, user } = show('?hasError=true');
    await user.click(screen.getByRole('button', { name: 'More filters (1)' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Minimum cost, USD'), '0.25');
    await user.type(dialog.getByLabelText('From'), '2026-11-02');
    await user.selectOptions(dialog.getByLabelText('Error'), 'Any');
    await user.click(dialog.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
    expect(seen.filter).toEqual({ from: '2026-11-02T00:00:00Z', minCostUsd: 0.25 });
    expect(screen.getByRole('button', { name: 'More filters (2)' })).toBeTruthy();
  });
});
