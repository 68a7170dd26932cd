import type { DataTable, DataValue } from './data-table';

/**
 * What a list shows of its records and in which order: columns chosen, hidden and moved, rows sorted, and the same as a
 * table for files. It knows neither how a cell is drawn nor where the records come from.
 */
export interface RowColumn<Item> {
  /** Id of the column, also in the address. */
  readonly id: string;
  readonly label: string;
  /** Values of the column in a file; the first is the sort key. */
  readonly data: readonly [DataField<Item>, ...DataField<Item>[]];
}

export interface DataField<Item> {
  readonly name: string;
  readonly isNumber?: boolean;
  readonly of: (item: Item) => DataValue;
}

export const word = <Item>(name: string, of: (item: Item) => DataValue): DataField<Item> => ({ name, of });

/** With its unit in the name. */
export const figure = <Item>(name: string, of: (item: Item) => DataValue): DataField<Item> => ({
  name,
  isNumber: true,
  of,
});

/** Shown columns, the first always in front; columns that `order` does not name follow in their own order. */
export function arrangeColumns<Column extends { readonly id: string }>(
  [first, ...others]: readonly [Column, ...Column[]],
  { hidden, order }: { readonly hidden: readonly string[]; readonly order: readonly string[] },
): readonly [Column, ...Column[]] {
  return [first, ...inOrder(others, order).filter(({ id }) => !hidden.includes(id))];
}

/** Columns in the saved order; a column added after the view was saved follows the named ones. */
export function inOrder<Column extends { readonly id: string }>(
  columns: readonly Column[],
  order: readonly string[],
): readonly Column[] {
  const placeOf = (id: string) => (order.includes(id) ? order.indexOf(id) : order.length);
  return [...columns].sort((a, b) => placeOf(a.id) - placeOf(b.id));
}

/** The ids with one of them a step further up or down; at an end it stays. */
export function moveId(ids: readonly string[], id: string, step: 1 | -1): readonly string[] {
  const from = ids.indexOf(id);
  const to = from + step;
  if (from === -1 || to < 0 || to >= ids.length) return ids;
  const without = ids.filter((known) => known !== id);
  return [...without.slice(0, to), id, ...without.slice(to)];
}

export interface RowSort {
  readonly id: string;
  readonly isDown: boolean;
}

/** Sort order in an address: the column's id, with a minus in front for largest first. */
export function sortText({ id, isDown }: RowSort): string {
  return isDown ? `-${id}` : id;
}

export function sortOf(text: string): RowSort | null {
  const id = text.replace(/^-/, '');
  return id === '' ? null : { id, isDown: text.startsWith('-') };
}

/** A press on a column's head: largest first, then smallest first, then as the list comes. */
export function nextSort(now: RowSort | null, id: string): RowSort | null {
  if (now?.id !== id) return { id, isDown: true };
  return now.isDown ? { id, isDown: false } : null;
}

/** Sorts rows stably; rows without a value come last in both directions. */
export function sortRows<Item>(
  items: readonly Item[],
  columns: readonly RowColumn<Item>[],
  sort: RowSort | null,
): readonly Item[] {
  const column = sort && columns.find(({ id }) => id === sort.id);
  if (!column) return items;
  const { of } = column.data[0];
  return items
    .map((item) => ({ item, value: of(item) }))
    .sort((a, b) => compareValues(a.value, b.value, sort.isDown))
    .map(({ item }) => item);
}

function compareValues(a: DataValue, b: DataValue, isDown: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const ascending =
    typeof a === 'string' || typeof b === 'string'
      ? String(a).localeCompare(String(b), 'en', { numeric: true, sensitivity: 'base' })
      : Number(a) - Number(b);
  return isDown ? -ascending : ascending;
}

/** The columns that are shown, as rows for a file. */
export function tableOfRows<Item>(
  name: string,
  columns: readonly { readonly data: readonly DataField<Item>[] }[],
  items: readonly Item[],
): DataTable {
  const fields = columns.flatMap(({ data }) => data);
  return {
    name,
    columns: fields.map((field) => ({ name: field.name, isNumber: field.isNumber ?? false })),
    rows: items.map((item) => fields.map(({ of }) => of(item))),
  };
}

/** The ids from one to another as they stand in the list, both with. */
export function rangeOf(ids: readonly string[], from: string, to: string): readonly string[] {
  const [a, b] = [ids.indexOf(from), ids.indexOf(to)];
  if (a === -1 || b === -1) return [to];
  return ids.slice(Math.min(a, b), Math.max(a, b) + 1);
}
