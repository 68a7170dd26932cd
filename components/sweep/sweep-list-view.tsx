'use client';

import { FlaskConical, Grid3x3 } from 'lucide-react';
import Link from 'next/link';
import { ProblemNotice } from '@/components/api/problem-notice';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { Progress } from '@/components/ui/progress';
import { ShowMore } from '@/components/ui/show-more';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import { Time } from '@/components/ui/time';
import type { SweepLineView } from '@/lib/contracts/sweeps';
import { SweepStatusBadge } from './sweep-badges';
import { useSweeps } from './use-sweeps';

export function SweepListView() {
  const list = useSweeps();
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <PageHeader
        title="Sweeps"
        description="Arms × batch sizes × seeds of one experiment under one budget, newest first. Launch one from the page of its experiment."
        actions={
          <Button asChild>
            <Link href="/experiments">
              <FlaskConical aria-hidden /> To the experiments
            </Link>
          </Button>
        }
      />
      <Card flush>
        {list.isPending ? <SkeletonRows label="Loading sweeps" rows={4} /> : null}
        {list.isError ? (
          <ProblemNotice className="m-4" error={list.error} onRetry={() => list.refetch()} />
        ) : null}
        {list.isSuccess && items.length === 0 ? (
          <EmptyState icon={Grid3x3} title="No sweep was launched yet">
            Open an experiment and choose “Sweep”: what each arm and batch size costs in time and quality, in
            one figure.
          </EmptyState>
        ) : null}
        {items.length > 0 ? (
          <Table caption="Sweeps">
            <TableHead>
              <HeadCell>Sweep</HeadCell>
              <HeadCell>Status</HeadCell>
              <HeadCell>Cells</HeadCell>
              <HeadCell>Launched</HeadCell>
            </TableHead>
            <TableBody>
              {items.map((sweep) => (
                <SweepRow key={sweep.id} sweep={sweep} />
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

function SweepRow({ sweep }: { sweep: SweepLineView }) {
  const { done, cells, lost, cut } = sweep.counts;
  return (
    <Row>
      <Cell className="min-w-40">
        <Link href={`/sweeps/${sweep.id}`} className="break-words font-medium hover:underline">
          {sweep.name}
        </Link>
        <span className="block text-ink-faint text-xs">
          {sweep.experimentName}
          {sweep.practice ? ' · practice model' : ''}
        </span>
      </Cell>
      <Cell>
        <SweepStatusBadge status={sweep.status} />
      </Cell>
      <Cell className="min-w-32">
        <span className="numbers text-xs">
          {done} of {cells} done{lost > 0 ? `, ${lost} lost` : ''}
          {cut > 0 ? `, ${cut} cut` : ''}
        </span>
        <Progress label={`Cells of ${sweep.name} that are done`} value={done} max={cells} className="mt-1" />
      </Cell>
      <Cell className="whitespace-nowrap text-ink-faint">
        <Time at={sweep.createdAt} /> by {sweep.createdBy}
      </Cell>
    </Row>
  );
}
