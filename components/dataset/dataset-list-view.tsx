'use client';

import { Database, Upload } from 'lucide-react';
import Link from 'next/link';
import { parseAsString, useQueryState } from 'nuqs';
import { ProblemNotice } from '@/components/api/problem-notice';
import { useViewer } from '@/components/shell/viewer';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { SearchInput } from '@/components/ui/search-input';
import { ShowMore } from '@/components/ui/show-more';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import { Time } from '@/components/ui/time';
import { presetWord } from '@/lib/view/field-source';
import { formatCount, shortHash } from '@/lib/view/numbers';
import { useDatasets } from './use-datasets';

export function DatasetListView() {
  const { mayExperiment } = useViewer();
  const [search, setSearch] = useQueryState(
    'q',
    parseAsString.withDefault('').withOptions({ throttleMs: 300 }),
  );
  const list = useDatasets(search);
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const add = mayExperiment ? (
    <Button asChild variant="primary">
      <Link href="/datasets/import">
        <Upload aria-hidden /> Import
      </Link>
    </Button>
  ) : null;
  return (
    <>
      <PageHeader
        title="Data sets"
        description="Their content never changes after the import; a change is a new data set."
        actions={add}
      />
      <Card flush>
        <div className="p-3">
          <SearchInput
            label="Search data sets by name"
            placeholder="Search by name"
            value={search}
            onChange={(value) => setSearch(value || null)}
          />
        </div>
        {list.isPending ? <SkeletonRows label="Loading data sets" rows={4} /> : null}
        {list.isError ? (
          <ProblemNotice className="m-4" error={list.error} onRetry={() => list.refetch()} />
        ) : null}
        {list.isSuccess && items.length === 0 ? (
          <EmptyState
            icon={Database}
            title={search === '' ? 'No data set yet' : `No data set is called “${search}”`}
            action={add}
          >
            {search === '' ? 'Import JSONL, JSON, CSV or TSV; gzip is fine too.' : null}
          </EmptyState>
        ) : null}
        {items.length > 0 ? (
          <Table caption="Data sets">
            <TableHead>
              <HeadCell>Name</HeadCell>
              <HeadCell>Preset</HeadCell>
              <HeadCell numeric>Examples</HeadCell>
              <HeadCell numeric>Splits</HeadCell>
              <HeadCell>Hash</HeadCell>
              <HeadCell>Imported</HeadCell>
            </TableHead>
            <TableBody>
              {items.map((dataset) => (
                <Row key={dataset.id}>
                  <Cell className="min-w-48">
                    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                      <Link href={`/datasets/${dataset.id}`} className="font-medium hover:underline">
                        {dataset.name}
                      </Link>
                      {dataset.bundled ? <Badge tone="info">bundled practice set</Badge> : null}
                    </span>
                  </Cell>
                  <Cell>{presetWord(dataset.preset)}</Cell>
                  <Cell numeric>{formatCount(dataset.exampleCount)}</Cell>
                  <Cell numeric>{dataset.splitCount}</Cell>
                  <Cell className="font-mono text-ink-faint text-xs">{shortHash(dataset.hash)}</Cell>
                  <Cell className="whitespace-nowrap text-ink-faint">
                    <Time at={dataset.createdAt} /> by {dataset.createdBy}
                  </Cell>
                </Row>
              ))}
            </TableBody>
          </Table>
        ) : null}
        <ShowMore
          hasMore={list.hasNextPage}
          isLoading={list.isFetchingNextPage}
          onMore={() => list.fetchNextPage()}
        />
      </Card>
    </>
  );
}
