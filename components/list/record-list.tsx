'use client';

import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { ProblemNotice } from '@/components/api/problem-notice';
import { itemsOf } from '@/components/api/use-pages';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { classNames } from '@/components/ui/class-names';
import { EmptyState } from '@/components/ui/empty-state';
import { ShowMore } from '@/components/ui/show-more';
import { SkeletonRows } from '@/components/ui/skeleton';
import { ListBar } from './list-bar';
import { type Columns, RecordTable } from './record-table';
import type { ListAddress } from './use-list-address';
import { useRowKeys } from './use-row-keys';

interface RecordListProps<Item> {
  readonly words: {
    readonly caption: string;
    /** As in "No data set is called …". */
    readonly one: string;
    /** As in "Loading data sets". */
    readonly many: string;
  };
  readonly list: UseInfiniteQueryResult<InfiniteData<{ readonly items: readonly Item[] }>>;
  readonly columns: Columns<Item>;
  /** What is shown while there is no record at all. */
  readonly empty: {
    readonly icon: LucideIcon;
    readonly title: string;
    readonly text?: ReactNode;
    readonly action?: ReactNode;
  };
  /** Left out, the list can not be narrowed and stands without a bar. */
  readonly address?: ListAddress;
  readonly hasSearch?: boolean;
  readonly hasArchive?: boolean;
  /** Ways to narrow that only this list has. */
  readonly filters?: ReactNode;
  /** A line below the rows that holds for all of them. */
  readonly note?: ReactNode;
}

/** The records of one kind, newest first: what narrows them, the rows, the next page, and each state without rows. */
export function RecordList<Item extends { readonly id: string }>(props: RecordListProps<Item>) {
  const { words, list, columns, address, note } = props;
  const boxRef = useRef<HTMLDivElement>(null);
  useRowKeys(boxRef);
  const items = itemsOf(list);
  const isOutdated = list.isPlaceholderData;
  const isWaiting = list.isPending || (isOutdated && items.length === 0);
  return (
    <Card flush>
      {address ? (
        <ListBar
          address={address}
          searched={props.hasSearch ? words.many : undefined}
          hasArchive={props.hasArchive ?? false}
          columns={columns.slice(1)}
        >
          {props.filters}
        </ListBar>
      ) : null}
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
            hidden={address?.hidden ?? []}
            items={items}
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
        <ShowMore
          hasMore={list.hasNextPage}
          isLoading={list.isFetchingNextPage}
          onMore={() => list.fetchNextPage()}
        />
      )}
    </Card>
  );
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
