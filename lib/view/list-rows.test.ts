import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvOfTable, jsonOfTable } from './data-table';
import {
  arrangeColumns,
  figure,
  inOrder,
  moveId,
  nextSort,
  type RowColumn,
  rangeOf,
  sortOf,
  sortRows,
  sortText,
  tableOfRows,
  word,
} from './list-rows';

interface Hive {
  readonly name: string;
  readonly bees: number | null;
}

const NAME: RowColumn<Hive> = { id: 'name', label: 'Name', data: [word('name', ({ name }) => name)] };
const BEES: RowColumn<Hive> = { id: 'bees', label: 'Bees', data: [figure('bees', ({ bees }) => bees)] };
const hives: readonly Hive[] = [
  { name: 'hive 10', bees: null },
  { name: 'Hive 2', bees: 40 },
  { name: '=1+1', bees: 7 },
];
const namesOf = (items: readonly Hive[]) => items.map(({ name }) => name);
const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);

describe('the columns of a list', () => {
  interface Named {
    readonly id: string;
  }
  const columns: readonly [Named, ...Named[]] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }, { id: 'd' }];

  it('stand in the order of the address, the first first, and new ones behind those that it names', () => {
    expect(ids(arrangeColumns(columns, { hidden: [], order: [] }))).toEqual(['a', 'b', 'c', 'd']);
    expect(ids(arrangeColumns(columns, { hidden: ['a', 'b'], order: ['d', 'c'] }))).toEqual(['a', 'd', 'c']);
    expect(ids(inOrder(columns, ['gone', 'd']))).toEqual(['d', 'a', 'b', 'c']);
  });

  it('move a step and no further than the ends', () => {
    expect(moveId(['a', 'b', 'c'], 'b', 1)).toEqual(['a', 'c', 'b']);
    expect(moveId(['a', 'b', 'c'], 'b', -1)).toEqual(['b', 'a', 'c']);
    expect(moveId(['a', 'b'], 'a', -1)).toEqual(['a', 'b']);
    expect(moveId(['a', 'b'], 'x', 1)).toEqual(['a', 'b']);
  });
});

describe('the order of a list', () => {
  it('cycles from largest first to smallest first to unsorted, and survives the address', () => {
    const first = nextSort(null, 'bees');
    expect(first).toEqual({ id: 'bees', isDown: true });
    const second = nextSort(first, 'bees');
    expect(second).toEqual({ id: 'bees', isDown: false });
    expect(nextSort(second, 'bees')).toBeNull();
    for (const sort of [first, second]) expect(sort && sortOf(sortText(sort))).toEqual(sort);
    expect(sortOf('')).toBeNull();
  });

  it('reads numbers in names as numbers, and puts what is not known last either way', () => {
    const columns = [NAME, BEES];
    expect(namesOf(sortRows(hives, columns, { id: 'bees', isDown: true }))).toEqual([
      'Hive 2',
      '=1+1',
      'hive 10',
    ]);
    expect(namesOf(sortRows(hives, columns, { id: 'bees', isDown: false }))).toEqual([
      '=1+1',
      'Hive 2',
      'hive 10',
    ]);
    expect(namesOf(sortRows(hives, columns, { id: 'name', isDown: false })).slice(1)).toEqual([
      'Hive 2',
      'hive 10',
    ]);
    expect(sortRows(hives, columns, { id: 'gone', isDown: true })).toBe(hives);
  });

  it('keeps every row, whatever the values', () => {
    const value = fc.oneof(fc.constant(null), fc.integer());
    fc.assert(
      fc.property(fc.array(value), fc.boolean(), (values, isDown) => {
        const items = values.map((bees, index) => ({ name: String(index), bees }));
        const sorted = sortRows(items, [BEES], { id: 'bees', isDown });
        expect(new Set(namesOf(sorted))).toEqual(new Set(namesOf(items)));
        const known = sorted.flatMap(({ bees }) => bees ?? []);
        expect(known).toEqual([...known].sort((a, b) => (isDown ? b - a : a - b)));
      }),
    );
  });
});

describe('a list as a file', () => {
  it('holds the columns that are shown, names their units and keeps a spreadsheet from calculating', () => {
    const table = tableOfRows('Hives', [NAME, BEES], hives);
    expect(csvOfTable(table)).toBe("name,bees\r\nhive 10,\r\nHive 2,40\r\n'=1+1,7\r\n");
    expect(JSON.parse(jsonOfTable(table))).toEqual(hives);
  });
});

describe('a range of rows', () => {
  it('goes both ways and is the one row where its beginning is gone', () => {
    expect(rangeOf(['a', 'b', 'c'], 'c', 'b')).toEqual(['b', 'c']);
    expect(rangeOf(['a', 'b', 'c'], 'x', 'b')).toEqual(['b']);
  });
});
