'use client';

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';

/** Query of a page: the API cuts its lists by a cursor, which is left out for the first page. */
export interface PageAsked {
  readonly limit: number;
  readonly cursor?: string;
}

interface PagesOptions<Page> {
  readonly key: readonly unknown[];
  /** At most 200; left out, 50. */
  readonly size?: number;
  readonly read: (page: PageAsked, signal: AbortSignal) => Promise<Page>;
  /** The last page is shown until the next answer arrives. */
  readonly keepsShown?: boolean;
  /** Read again this often for as long as `isLive` says so of the pages that were read. */
  readonly again?: { readonly everyMs: number; readonly isLive: (pages: readonly Page[]) => boolean };
}

const PAGE = 50;
/** As many as the API gives at once. */
const PAGE_MAX = 200;

/** A list of the API, page after page. It knows neither what is listed nor how it is shown. */
export function usePages<Page extends { readonly nextCursor: string | null }>(options: PagesOptions<Page>) {
  const { key, size = PAGE, read, keepsShown, again } = options;
  const pages = useInfiniteQuery({
    queryKey: key,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      read({ limit: size, ...(pageParam === undefined ? {} : { cursor: pageParam }) }, signal),
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: keepsShown ? keepPreviousData : undefined,
    refetchInterval: ({ state }) => (again?.isLive(state.data?.pages ?? []) ? again.everyMs : false),
  });
  return { ...pages, readAllPages: () => readAllPages(read) };
}

/** Everything that the list has as it is narrowed now, shown or not: for files. */
async function readAllPages<Page extends { readonly nextCursor: string | null }>(
  read: PagesOptions<Page>['read'],
): Promise<Page[]> {
  const pages: Page[] = [];
  const { signal } = new AbortController();
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page = await read({ limit: PAGE_MAX, ...(cursor === undefined ? {} : { cursor }) }, signal);
    pages.push(page);
    cursor = page.nextCursor;
  }
  return pages;
}

/** The rows of all pages that were read. */
export function itemsOf<Item>(list: {
  readonly data: { readonly pages: readonly { readonly items: readonly Item[] }[] } | undefined;
}): readonly Item[] {
  return list.data?.pages.flatMap((page) => page.items) ?? [];
}

/** All rows of a list that belongs on the page as a whole, such as comments. */
export async function everyItem<Item>(
  read: PagesOptions<{ readonly items: readonly Item[]; readonly nextCursor: string | null }>['read'],
): Promise<Item[]> {
  return (await readAllPages(read)).flatMap(({ items }) => items);
}
