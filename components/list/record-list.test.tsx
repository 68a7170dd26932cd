import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Database } from 'lucide-react';
import { afterEach, describe, expect, it } from 'vitest';
import { type PageAsked, usePages } from '@/components/api/use-pages';
import { RecordList } from './record-list';
import type { Columns } from './record-table';
import type { ListAddress } from './use-list-address';

afterEach(cleanup);

interface Hive {
  readonly id: string;
  readonly bees: number;
}

interface Page {
  readonly items: readonly Hive[];
  readonly nextCursor: string | null;
}

type Read = (page: PageAsked) => Promise<Page>;

const COLUMNS: Columns<Hive> = [
  { id: 'name', label: 'Name', cell: (hive) => <a href={`/hives/${hive.id}`}>{hive.id}</a> },
  { id: 'bees', label: 'Bees', numeric: true, cell: (hive) => hive.bees },
];

const ALL: ListAddress = {
  search: '',
  archived: false,
  hidden: [],
  setSearch: () => undefined,
  setArchived: () => undefined,
  setHidden: () => undefined,
};

function Hives({ read, address }: { read: Read; address?: ListAddress }) {
  return (
    <RecordList
      words={{ caption: 'Hives', one: 'hive', many: 'hives' }}
      list={usePages({ key: ['hives', address?.search], read })}
      columns={COLUMNS}
      empty={{ icon: Database, title: 'No hive yet', text: 'Set one up.' }}
      {...(address ? { address, hasSearch: true, hasArchive: true } : {})}
    />
  );
}

function show(read: Read, address?: ListAddress) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <QueryClientProvider client={client}>
      <Hives read={read} {...(address ? { address } : {})} />
    </QueryClientProvider>,
  );
}

const two: Read = async () => ({
  items: [
    { id: 'linden', bees: 40 },
    { id: 'heather', bees: 70 },
  ],
  nextCursor: null,
});
const none: Read = async () => ({ items: [], nextCursor: null });

describe('a list of records', () => {
  it('says that it is loading, then shows a row a record under its caption', async () => {
    show(two);
    expect(screen.getByText('Loading hives')).toBeTruthy();
    expect(await screen.findByRole('table', { name: 'Hives' })).toBeTruthy();
    expect(screen.getAllByRole('row')).toHaveLength(3);
    expect(screen.queryByText('Loading hives')).toBeNull();
  });

  it('asks for the next page by the cursor of the last, and keeps what was there', async () => {
    const asked: PageAsked[] = [];
    show(async (page) => {
      asked.push(page);
      return page.cursor === undefined
        ? { items: [{ id: 'linden', bees: 40 }], nextCursor: 'after linden' }
        : { items: [{ id: 'heather', bees: 70 }], nextCursor: null };
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('heather')).toBeTruthy();
    expect(screen.getByText('linden')).toBeTruthy();
    expect(asked).toEqual([{ limit: 50 }, { limit: 50, cursor: 'after linden' }]);
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it('keeps the rows when the next page fails, and tries that page again', async () => {
    let fails = true;
    show(async ({ cursor }) => {
      if (cursor === undefined) return { items: [{ id: 'linden', bees: 40 }], nextCursor: 'after linden' };
      if (fails) throw new Error('The hive is closed.');
      return { items: [{ id: 'heather', bees: 70 }], nextCursor: null };
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('The hive is closed.')).toBeTruthy();
    expect(screen.getByText('linden')).toBeTruthy();
    fails = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('heather')).toBeTruthy();
    expect(screen.queryByText('The hive is closed.')).toBeNull();
  });

  it('has a first word where there is nothing, and another where a search or the archive has nothing', async () => {
    show(none);
    expect(await screen.findByText('No hive yet')).toBeTruthy();
    cleanup();
    show(none, { ...ALL, search: 'oak' });
    expect(await screen.findByText('No hive is called “oak”')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Clear the search' })).toBeTruthy();
    cleanup();
    show(none, { ...ALL, archived: true });
    expect(await screen.findByText('Nothing is archived')).toBeTruthy();
  });

  it('leaves out hidden columns, never the first', async () => {
    show(two, { ...ALL, hidden: ['name', 'bees'] });
    await screen.findByRole('table', { name: 'Hives' });
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(['Name']);
  });

  it('is walked by j and k, row by row, but not while somebody types', async () => {
    show(two, ALL);
    await screen.findByText('linden');
    const press = (key: string, target: Element = document.body) => fireEvent.keyDown(target, { key });
    press('j');
    expect(document.activeElement?.textContent).toBe('linden');
    press('j');
    press('j');
    expect(document.activeElement?.textContent).toBe('heather');
    press('k');
    expect(document.activeElement?.textContent).toBe('linden');
    const search = screen.getByRole('searchbox', { name: 'Search hives by name' });
    search.focus();
    press('j', search);
    expect(document.activeElement).toBe(search);
  });
});
