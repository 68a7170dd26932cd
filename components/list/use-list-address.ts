'use client';

import { parseAsArrayOf, parseAsBoolean, parseAsString, useQueryStates } from 'nuqs';

/** How a list is narrowed and which columns it hides. */
export interface ListAddress {
  readonly search: string;
  readonly archived: boolean;
  readonly hidden: readonly string[];
  readonly setSearch: (search: string) => void;
  readonly setArchived: (archived: boolean) => void;
  readonly setHidden: (hidden: readonly string[]) => void;
}

const TYPING_MS = 300;

/** All of it stands in the address, so that a view can be passed on. */
export function useListAddress(): ListAddress {
  const [{ q, archived, hide }, set] = useQueryStates({
    q: parseAsString.withDefault('').withOptions({ throttleMs: TYPING_MS }),
    archived: parseAsBoolean.withDefault(false),
    hide: parseAsArrayOf(parseAsString).withDefault([]),
  });
  return {
    search: q,
    archived,
    hidden: hide,
    setSearch: (search) => void set({ q: search || null }),
    setArchived: (isOn) => void set({ archived: isOn || null }),
    setHidden: (hidden) => void set({ hide: hidden.length === 0 ? null : [...hidden] }),
  };
}
