'use client';

import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { ProblemNotice } from '@/components/api/problem-notice';
import { itemsOf } from '@/components/api/use-pages';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { classNames } from '@/components/ui/class-names';
import { EmptyState } from '@/components/ui/empty-state';
import { ShowMore } from '@/components/ui/show-more';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { ListName } from '@/lib/contracts/saved-views';
import { arrangeColumns, type RowSort, sortRows, tableOfRows } from '@/lib/view/list-rows';
import { ListBar } from './list-bar';
import type { Columns } from './record-column';
import { RecordTable } from './record-table';
import type { ListAddress } from './use-list-address';
import { useRowKeys } from './use-row-keys';
import { type Selection, useSelection } from './use-selection';
import type { Tagged } from './use-tags';

interface RecordListProps<Item> {
  readonly words: {
    readonly caption: string;
    /** As in "No data set is called …". */
    readonly one: string;
    /** As in "Loading data sets". */
    readonly many: string;
  };
  readonly list: UseInfiniteQueryResult<InfiniteData<{ readonly items: readonly Item[] }>> & {
    readonly readAllPages: () => Promise<readonly { readonly items: readonly Item[] }[]>;
  };
  readonly columns: Columns<Item>;
  /** Empty state without any record. */
  readonly empty: {
    readonly icon: LucideIcon;
    readonly title: string;
    readonly text?: ReactNode;
    readonly action?: ReactNode;
  };
  /** Left out, the list can not be narrowed. */
  readonly address?: ListAddress;
  readonly hasSearch?: boolean;
  readonly hasArchive?: boolean;
  readonly tagged?: Tagged;
  /** Under what name its views are saved. */
  readonly views?: ListName;
  /** These columns the API sorts; left out, the page sorts, once it has read all pages. */
  readonly sortedByApi?: readonly string[];
  /** Ways to narrow that only this list has. */
  readonly filters?: ReactNode;
  /** Actions on selected rows; absent = rows cannot be selected. */
  readonly bulk?: Bulk<Item>;
  /** A line below the rows that holds for all of them. */
  readonly note?: ReactNode;
}

export interface Bulk<Item> {
  readonly bar: (selection: Selection, items: readonly Item[]) => ReactNode;
  /** The key c. */
  readonly onCompare?: (ids: readonly string[]) => void;
  /** The key d. */
  readonly onDifference?: (items: readonly Item[]) => void;
}

/** The records of one kind, newest first: what narrows them, the rows, the next page, and each state without rows. */
export function RecordList<Item extends { readonly id: string }>(props: RecordListProps<Item>) {
  const { words, list, address, bulk, note } = props;
  const boxRef = useRef<HTMLDivElement>(null);
  const { columns, items } = useArranged(props);
  const selection = useSelection(items.map(({ id }) => id));
  const chosen = selection.ids.flatMap((id) => items.find((item) => item.id === id) ?? []);
  useRowKeys(boxRef, {
    onChoose: bulk ? selection.toggle : undefined,
    onCompare: bulk?.onCompare ? () => bulk.onCompare?.(selection.ids) : undefined,
    onDifference: bulk?.onDifference ? () => bulk.onDifference?.(chosen) : undefined,
  });
  const isOutdated = list.isPlaceholderData;
  const isWaiting = list.isPending || (isOutdated && items.length === 0);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const onEnd = () => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  };
  return (
    <Card flush>
      <ListBar
        address={address}
        caption={words.caption}
        searched={props.hasSearch ? words.many : undefined}
        hasArchive={props.hasArchive ?? false}
        tagged={props.tagged}
        views={props.views}
        columns={props.columns}
        readAll={async () => {
          const all = (await list.readAllPages()).flatMap((page) => page.items);
          return tableOfRows(words.caption, columns, sortRows(all, props.columns, localSort(props)));
        }}
      >
        {props.filters}
      </ListBar>
      {isWaiting ? <SkeletonRows label={`Loading ${words.many}`} rows={4} /> : null}
      {list.isSuccess && !isWaiting && items.length === 0 ? <NothingHere {...props} /> : null}
      {items.length > 0 ? (
        <div
          ref={boxRef}
          aria-busy={isOutdated}
          className={classNames('transition-opacity', isOutdated && 'opacity-60')}
        >
          <RecordTable
            caption={words.caption}
            columns={columns}
            items={items}
            sort={address?.sort ?? null}
            {...(address
              ? { onSort: address.setSort, widths: address.widths, onWidths: address.setWidths }
              : {})}
            selection={bulk ? selection : undefined}
            onEnd={onEnd}
          />
          {note ? <p className="border-line border-t px-4 py-2 text-ink-faint text-xs">{note}</p> : null}
        </div>
      ) : null}
      {list.isError ? (
        <ProblemNotice
          className="m-4"
          error={list.error}
          onRetry={() => (list.isFetchNextPageError ? list.fetchNextPage() : list.refetch())}
        />
      ) : (
        <ShowMore hasMore={hasNextPage} isLoading={isFetchingNextPage} onMore={() => fetchNextPage()} />
      )}
      {bulk && chosen.length > 0 ? bulk.bar(selection, chosen) : null}
    </Card>
  );
}

/** Sort order of the page itself; null if the API sorts. */
function localSort<Item>({ address, sortedByApi }: RecordListProps<Item>): RowSort | null {
  const sort = address?.sort ?? null;
  return sort && sortedByApi?.includes(sort.id) ? null : sort;
}

/** The columns and rows as the address has them. Rows in an order of the page's own need all pages, so they are fetched. */
function useArranged<Item extends { readonly id: string }>(props: RecordListProps<Item>) {
  const { list, address } = props;
  const sort = localSort(props);
  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage } = list;
  const needsMore = sort !== null && hasNextPage && !isFetchingNextPage && !isError;
  useEffect(() => {
    if (needsMore) void fetchNextPage();
  }, [needsMore, fetchNextPage]);
  const columns = arrangeColumns(props.columns, {
    hidden: address?.hidden ?? [],
    order: address?.order ?? [],
  });
  const loaded = itemsOf(list);
  return { columns, items: sortRows(loaded, props.columns, sort) };
}

function NothingHere<Item>({ words, address, empty, hasSearch, hasArchive }: RecordListProps<Item>) {
  if (address && hasSearch && address.search !== '') {
    return (
      <EmptyState
        icon={empty.icon}
        title={`No ${words.one} is called “${address.search}”`}
        action={<Button onClick={() => address.setSearch('')}>Clear the search</Button>}
      />
    );
  }
  if (address && address.tags.length > 0) {
    return (
      <EmptyState
        icon={empty.icon}
        title={`No ${words.one} bears ${address.tags.map((tag) => `“${tag}”`).join(' and ')}`}
        action={<Button onClick={() => address.setTags([])}>Clear the tags</Button>}
      />
    );
  }
  if (address && hasArchive && address.archived) {
    return (
      <EmptyState
        icon={empty.icon}
        title="Nothing is archived"
        action={<Button onClick={() => address.setArchived(false)}>Show those in use</Button>}
      />
    );
  }
  return (
    <EmptyState icon={empty.icon} title={empty.title} action={empty.action}>
      {empty.text}
    </EmptyState>
  );
}
