'use client';

import { SearchX } from 'lucide-react';
import { ProblemNotice } from '@/components/api/problem-notice';
import { itemsOf } from '@/components/api/use-pages';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { ShowMore } from '@/components/ui/show-more';
import { SkeletonRows } from '@/components/ui/skeleton';
import { describeFound, SEARCH_KIND_WORDS, searchHref } from '@/lib/view/search-hits';
import { HitRow } from './hit-row';
import { type SearchAsked, useSearch } from './use-search';

/** As many of each kind where all are asked for. */
const FIRST = 5;
const PAGE = 20;

interface HitGroupProps {
  readonly asked: SearchAsked;
  /** One of several kinds: its newest hits and the way to the others. */
  readonly isPart: boolean;
}

/** Hits in one kind of text. */
export function HitGroup({ asked, isPart }: HitGroupProps) {
  const hits = useSearch(asked, isPart ? FIRST : PAGE);
  const items = itemsOf(hits);
  const found = hits.data?.pages[0]?.found ?? null;
  const isIndexing = hits.data?.pages.some((page) => page.isIndexing) ?? false;
  const { heading, many, one } = SEARCH_KIND_WORDS[asked.kind];
  return (
    <Card
      flush
      title={heading}
      {...(found === null
        ? {}
        : {
            description: `${describeFound(found, asked.kind)}${items.length > 1 ? ', newest first' : ''}`,
          })}
      actions={
        isPart && hits.hasNextPage ? (
          <Button asChild size="sm" variant="ghost">
            <Link href={searchHref(asked)}>All {many}</Link>
          </Button>
        ) : null
      }
    >
      {hits.isPending ? <SkeletonRows label={`Searching ${many}`} rows={3} /> : null}
      {hits.isError ? (
        <ProblemNotice className="m-4" error={hits.error} onRetry={() => hits.refetch()} />
      ) : null}
      {isIndexing ? (
        <p role="status" className="px-4 py-3 text-[0.8125rem] text-ink-soft">
          Indexing this run…
        </p>
      ) : null}
      {hits.isSuccess && items.length === 0 && !isIndexing ? (
        <EmptyState icon={SearchX} title={`No ${one} holds all of these words`}>
          Try fewer words, or only the beginning of one.
        </EmptyState>
      ) : null}
      {items.length > 0 ? (
        <table className="w-full border-line border-t" aria-busy={hits.isPlaceholderData}>
          <caption className="sr-only">Found {many}</caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">Hit</th>
            </tr>
          </thead>
          <tbody>
            {items.map((hit) => (
              <HitRow key={`${hit.runId}/${hit.seq}`} hit={hit} q={asked.q} isWithinRun={asked.run !== ''} />
            ))}
          </tbody>
        </table>
      ) : null}
      {isPart || hits.isError ? null : (
        <ShowMore
          hasMore={hits.hasNextPage}
          isLoading={hits.isFetchingNextPage}
          onMore={() => hits.fetchNextPage()}
        />
      )}
    </Card>
  );
}
