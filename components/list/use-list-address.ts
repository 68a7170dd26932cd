'use client';

import { parseAsArrayOf, parseAsBoolean, parseAsString, useQueryStates } from 'nuqs';
import { type RowSort, sortOf, sortText } from '@/lib/view/list-rows';

/** How a list is narrowed and sorted, which columns it hides and in which order the others stand. */
export interface ListAddress {
  readonly search: string;
  readonly archived: boolean;
  readonly tags: readonly string[];
  readonly hidden: readonly string[];
  readonly order: readonly string[];
  readonly sort: RowSort | null;
  readonly setSearch: (search: string) => void;
  readonly setArchived: (archived: boolean) => void;
  readonly setTags: (tags: readonly string[]) => void;
  readonly setHidden: (hidden: readonly string[]) => void;
  readonly setOrder: (order: readonly string[]) => void;
  readonly setSort: (sort: RowSort | null) => void;
}

const TYPING_MS = 300;
const WORDS = parseAsArrayOf(parseAsString).withDefault([]);
const listed = (words: readonly string[]) => (words.length === 0 ? null : [...words]);

/** All of it stands in the address, so that a view can be passed on. */
export function useListAddress(): ListAddress {
  const [{ q, archived, tags, hide, columns, sort }, set] = useQueryStates({
    q: parseAsString.withDefault('').withOptions({ throttleMs: TYPING_MS }),
    archived: parseAsBoolean.withDefault(false),
    tags: WORDS,
    hide: WORDS,
    columns: WORDS,
    sort: parseAsString.withDefault(''),
  });
  return {
    search: q,
    archived,
    tags,
    hidden: hide,
    order: columns,
    sort: sortOf(sort),
    setSearch: (search) => void set({ q: search || null }),
    setArchived: (isOn) => void set({ archived: isOn || null }),
    setTags: (words) => void set({ tags: listed(words) }),
    setHidden: (hidden) => void set({ hide: listed(hidden) }),
    setOrder: (order) => void set({ columns: listed(order) }),
    setSort: (next) => void set({ sort: next ? sortText(next) : null }),
  };
}
