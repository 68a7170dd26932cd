'use client';

import { parseAsArrayOf, parseAsBoolean, parseAsString, useQueryStates } from 'nuqs';
import { type ColumnWidths, widthsOf, widthWords } from '@/lib/view/column-widths';
import { type RowSort, sortOf, sortText } from '@/lib/view/list-rows';

/** Filters, sort order, hidden columns, column order and widths of a list. */
export interface ListAddress {
  readonly search: string;
  readonly archived: boolean;
  readonly tags: readonly string[];
  readonly hidden: readonly string[];
  readonly order: readonly string[];
  readonly sort: RowSort | null;
  readonly widths: ColumnWidths;
  readonly setSearch: (search: string) => void;
  readonly setArchived: (archived: boolean) => void;
  readonly setTags: (tags: readonly string[]) => void;
  /** Null = the columns that the list hides by default. */
  readonly setHidden: (hidden: readonly string[] | null) => void;
  readonly setOrder: (order: readonly string[]) => void;
  readonly setSort: (sort: RowSort | null) => void;
  readonly setWidths: (widths: ColumnWidths) => void;
}

const LISTED = parseAsArrayOf(parseAsString);
const WORDS = LISTED.withDefault([]);
/** Address value for "no hidden columns" in a list that hides columns by default. */
const NONE = 'none';
const listed = (words: readonly string[]) => (words.length === 0 ? null : [...words]);

/** Keeps all of it in the address, so that views can be shared; `hiddenAtFirst` applies without columns in the address. */
export function useListAddress(hiddenAtFirst: readonly string[] = []): ListAddress {
  const [{ q, archived, tags, hide, columns, sort, widths }, set] = useQueryStates({
    q: parseAsString.withDefault(''),
    archived: parseAsBoolean.withDefault(false),
    tags: WORDS,
    hide: LISTED,
    columns: WORDS,
    sort: parseAsString.withDefault(''),
    widths: WORDS,
  });
  return {
    search: q,
    archived,
    tags,
    hidden: hide?.filter((id) => id !== NONE) ?? hiddenAtFirst,
    order: columns,
    sort: sortOf(sort),
    widths: widthsOf(widths),
    setSearch: (search) => void set({ q: search || null }),
    setArchived: (isOn) => void set({ archived: isOn || null }),
    setTags: (words) => void set({ tags: listed(words) }),
    setHidden: (hidden) => void set({ hide: hiddenText(hidden, hiddenAtFirst) }),
    setOrder: (order) => void set({ columns: listed(order) }),
    setSort: (next) => void set({ sort: next ? sortText(next) : null }),
    setWidths: (next) => void set({ widths: listed(widthWords(next)) }),
  };
}

function hiddenText(hidden: readonly string[] | null, atFirst: readonly string[]): string[] | null {
  if (hidden === null || [...hidden].sort().join() === [...atFirst].sort().join()) return null;
  return hidden.length === 0 ? [NONE] : [...hidden];
}
