'use client';

import { parseAsArrayOf, parseAsBoolean, parseAsString, useQueryStates } from 'nuqs';
import { type ColumnWidths, widthsOf, widthWords } from '@/lib/view/column-widths';
import { type RowSort, sortOf, sortText } from '@/lib/view/list-rows';

/** How a list is narrowed and sorted, which columns it hides, and in which order and how wide the others stand. */
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
  /** Null = those that the list hides by itself. */
  readonly setHidden: (hidden: readonly string[] | null) => void;
  readonly setOrder: (order: readonly string[]) => void;
  readonly setSort: (sort: RowSort | null) => void;
  readonly setWidths: (widths: ColumnWidths) => void;
}

const TYPING_MS = 300;
const LISTED = parseAsArrayOf(parseAsString);
const WORDS = LISTED.withDefault([]);
/** Stands in the address of a list that hides columns by itself where somebody hides none. */
const NONE = 'none';
const listed = (words: readonly string[]) => (words.length === 0 ? null : [...words]);

/** All of it stands in the address, so that a view can be passed on; `hiddenAtFirst` where it says nothing of columns. */
export function useListAddress(hiddenAtFirst: readonly string[] = []): ListAddress {
  const [{ q, archived, tags, hide, columns, sort, widths }, set] = useQueryStates({
    q: parseAsString.withDefault('').withOptions({ throttleMs: TYPING_MS }),
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
