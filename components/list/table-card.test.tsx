import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TableCard } from './table-card';
import { figureColumn, type TableColumn, wordColumn } from './table-column';

interface Hive {
  readonly name: string;
  readonly grams: number | null;
}

const COLUMNS: readonly TableColumn<Hive>[] = [
  wordColumn({ label: 'Hive', of: ({ name }) => name }),
  figureColumn({
    label: 'Honey',
    file: 'honey, g',
    of: ({ grams }) => grams,
    show: (grams) => `${(grams / 1000).toFixed(1)} kg`,
  }),
  {
    label: 'Actions',
    isSilent: true,
    data: [],
    cell: ({ name }) => <button type="button">Open {name}</button>,
  },
];

const HIVES: readonly Hive[] = [
  { name: 'linden', grams: 12_345 },
  { name: 'heather', grams: null },
  { name: 'clover', grams: 7 },
];

/** The menu is fetched when it is asked for. */

let kept: Blob[] = [];
const { createObjectURL, revokeObjectURL } = URL;

beforeEach(() => {
  kept = [];
  URL.createObjectURL = (content: Blob) => {
    kept.push(content);
    return '#kept';
  };
  URL.revokeObjectURL = () => undefined;
});

afterEach(() => {
  cleanup();
  URL.createObjectURL = createObjectURL;
  URL.revokeObjectURL = revokeObjectURL;
});

function show(readAll?: () => Promise<readonly Hive[]>) {
  render(
    <TableCard
      title="How much did each hive bring?"
      caption="Hives"
      columns={COLUMNS}
      rows={HIVES}
      readAll={readAll}
      keyOf={({ name }) => name}
      page={2}
      empty={<p>No hive yet</p>}
    />,
  );
}

async function takeAlong(kind: string): Promise<string> {
  fireEvent.click(screen.getByRole('button', { name: 'Take along: Hives' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: kind }));
  await expect.poll(() => kept.length).toBe(1);
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(kept[0] as Blob);
  });
}

describe('a table in a card', () => {
  it('shows its rows page by page, numbers as they are read', () => {
    show();
    expect(screen.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'HiveHoneyActions',
      'linden12.3 kgOpen linden',
      'heather–Open heather',
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
    expect(screen.getAllByRole('row')).toHaveLength(4);
  });

  it('gives all its rows as a file, shown or not, with numbers as exact as they are and no buttons', async () => {
    show();
    expect(await takeAlong('CSV')).toBe('hive,"honey, g"\r\nlinden,12345\r\nheather,\r\nclover,7\r\n');
  });

  it('reads what the page was not given yet before it writes a file', async () => {
    show(async () => [...HIVES, { name: 'acacia', grams: 1 }]);
    expect(JSON.parse(await takeAlong('JSON')).at(-1)).toEqual({ hive: 'acacia', 'honey, g': 1 });
  });

  it('says what is missing where there is no row, and offers no file of it', () => {
    render(
      <TableCard
        title="How much?"
        caption="Hives"
        columns={COLUMNS}
        rows={[]}
        keyOf={({ name }) => name}
        empty={<p>No hive yet</p>}
      />,
    );
    expect(screen.getByText('No hive yet')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Take along: Hives' })).toBeNull();
  });
});
