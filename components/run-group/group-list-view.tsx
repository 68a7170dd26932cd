'use client';

import { Network } from 'lucide-react';
import Link from 'next/link';
import { ProblemNotice } from '@/components/api/problem-notice';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { ShowMore } from '@/components/ui/show-more';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import { Time } from '@/components/ui/time';
import { SHAPE_WORDS } from '@/lib/view/run-group';
import { LaunchButton } from './launch-button';
import { useRunGroups } from './use-run-groups';

export function GroupListView() {
  const list = useRunGroups();
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <PageHeader
        crumbs={[{ label: 'Experiments', href: '/experiments' }]}
        title="Run groups"
        description="Runs that were launched together under one shape of parallelism, newest first."
        actions={<LaunchButton />}
      />
      <Card flush>
        {list.isPending ? <SkeletonRows label="Loading run groups" rows={4} /> : null}
        {list.isError ? (
          <ProblemNotice className="m-4" error={list.error} onRetry={() => list.refetch()} />
        ) : null}
        {list.isSuccess && items.length === 0 ? (
          <EmptyState icon={Network} title="No runs were launched together yet">
            Several tasks that leave most of their lanes idle can share them.
          </EmptyState>
        ) : null}
        {items.length > 0 ? (
          <Table caption="Run groups">
            <TableHead>
              <HeadCell>Shape</HeadCell>
              <HeadCell numeric>Runs</HeadCell>
              <HeadCell>Reason</HeadCell>
              <HeadCell>Launched</HeadCell>
            </TableHead>
            <TableBody>
              {items.map((group) => (
                <Row key={group.id}>
                  <Cell className="whitespace-nowrap font-medium">
                    <Link href={`/run-groups/${group.id}`} className="hover:underline">
                      {SHAPE_WORDS[group.shape].name}
                    </Link>
                  </Cell>
                  <Cell numeric>{group.runs}</Cell>
                  <Cell className="min-w-52 max-w-md text-ink-soft">{group.reason}</Cell>
                  <Cell className="whitespace-nowrap text-ink-faint">
                    <Time at={group.createdAt} /> by {group.createdBy}
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
