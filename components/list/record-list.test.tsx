import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Database } from 'lucide-react';
import { afterEach, describe, expect, it } from 'vitest';
import { type PageAsked, usePages } from '@/components/api/use-pages';
import { figure, word } from '@/lib/view/list-rows';
import type { Columns } from './record-column';
import { type Bulk, RecordList } from './record-list';
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
  {
    id: 'name',
    label: 'Name',
    data: [word('name', (hive) => hive.id)],
    cell: (hive) => <a href={`/hives/${hive.id}`}>{hive.id}</a>,
  },
  {
    id: 'bees',
    label: 'Bees',
    numeric: true,
    data: [figure('bees', (hive) => hive.bees)],
    cell: (hive) => hive.bees,
  },
];

const ALL: ListAddress = {
  search: '',
  archived: false,
  tags: [],
  hidden: [],
  order: [],
  sort: null,
  widths: {},
  setSearch: () => undefined,
  setArchived: () => undefined,
  setTags: () => undefined,
  setHidden: () => undefined,
  setOrder: () => undefined,
  setSort: () => undefined,
  setWidths: () => undefined,
};

interface HivesProps {
  readonly read: Read;
  readonly address?: ListAddress;
  readonly bulk?: Bulk<Hive>;
}

function Hives({ read, address, bulk }: HivesProps) {
  return (
    <RecordList
      words={{ caption: 'Hives', one: 'hive', many: 'hives' }}
      list={usePages({ key: ['hives', address?.search], read })}
      columns={COLUMNS}
      empty={{ icon: Database, title: 'No hive yet', text: 'Set one up.' }}
      {...(address ? { address, hasSearch: true, hasArchive: true } : {})}
      {...(bulk ? { bulk } : {})}
    />
  );
}

function show(read: Read, address?: ListAddress, bulk?: Bulk<Hive>) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <QueryClientProvider client={client}>
      <Hives read={read} {...(address ? { address } : {})} {...(bulk ? { bulk } : {})} />
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

  it('has one text for an empty list, and another for an empty search or archive', async () => {
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

  it('moves by row with j and k, but not while a person types', async () => {
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

  it('is sorted by a press on a head, over all pages, and says so', async () => {
    const asked: unknown[] = [];
    const byTwo: Read = async ({ cursor }) =>
      cursor === undefined
        ? { items: [{ id: 'linden', bees: 40 }], nextCursor: 'after linden' }
        : { items: [{ id: 'heather', bees: 70 }], nextCursor: null };
    show(byTwo, { ...ALL, setSort: (sort) => asked.push(sort) });
    fireEvent.click(await screen.findByRole('button', { name: 'Bees' }));
    expect(asked).toEqual([{ id: 'bees', isDown: true }]);
    cleanup();
    show(byTwo, { ...ALL, sort: { id: 'bees', isDown: true } });
    await screen.findByText('heather');
    expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['heather', 'linden']);
    expect(screen.getByRole('columnheader', { name: 'Bees' }).getAttribute('aria-sort')).toBe('descending');
  });

  it('has its rows chosen by ticking, by x and by a range, in the order of choosing, compared by c and told apart by d', async () => {
    const compared: (readonly string[])[] = [];
    const differing: (readonly string[])[] = [];
    const bulk: Bulk<Hive> = {
      onDifference: (hives) => differing.push(hives.map(({ id }) => id)),
      bar: ({ ids }) => <p>chosen: {ids.join(' ')}</p>,
      onCompare: (ids) => compared.push(ids),
    };
    const three: Read = async () => ({
      items: ['linden', 'heather', 'clover'].map((id, bees) => ({ id, bees })),
      nextCursor: null,
    });
    show(three, ALL, bulk);
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Choose clover' }));
    expect(screen.getByText('chosen: clover')).toBeTruthy();
    const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
    press('j');
    press('X');
    expect(screen.getByText('chosen: clover linden heather')).toBeTruthy();
    press('c');
    expect(compared).toEqual([['clover', 'linden', 'heather']]);
    press('d');
    expect(differing).toEqual([['clover', 'linden', 'heather']]);
    press('x');
    expect(screen.getByText('chosen: clover heather')).toBeTruthy();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Choose all rows that are loaded' }));
    expect(screen.getByText('chosen: linden heather clover')).toBeTruthy();
    press('g');
    press('d');
    expect(differing).toHaveLength(1);
  });

  it('shows its columns in the order of the address', async () => {
    const order: (readonly string[])[] = [];
    show(two, { ...ALL, setOrder: (ids) => order.push(ids) });
    fireEvent.click(await screen.findByRole('button', { name: 'Columns' }));
    expect((screen.getByRole('checkbox', { name: 'Bees' }) as HTMLInputElement).checked).toBe(true);
    expect(screen.getByRole('button', { name: 'Move Bees back' }).hasAttribute('disabled')).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'As at first' }));
    expect(order).toEqual([[]]);
  });

  it('gives its columns the widths of the address, set by keyboard in the dialog of columns too', async () => {
    const set: unknown[] = [];
    show(two, { ...ALL, widths: { name: 320 }, setWidths: (widths) => set.push(widths) });
    await screen.findByText('linden');
    expect([...document.querySelectorAll('col')].map((col) => col.style.width)).toEqual(['320px', '']);
    fireEvent.click(screen.getByRole('button', { name: 'Columns' }));
    const bees = screen.getByRole('spinbutton', { name: 'Width of Bees in pixels' });
    fireEvent.blur(bees);
    fireEvent.change(bees, { target: { value: '4000' } });
    fireEvent.blur(bees);
    const name = screen.getByRole('spinbutton', { name: 'Width of Name in pixels' });
    fireEvent.change(name, { target: { value: '' } });
    fireEvent.blur(name);
    expect(set).toEqual([{ name: 320, bees: 900 }, {}]);
  });
});
