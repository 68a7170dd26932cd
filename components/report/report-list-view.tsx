'use client';

import { FileText, FlaskConical } from 'lucide-react';
import Link from 'next/link';
import { ProblemNotice } from '@/components/api/problem-notice';
import { StateBadge } from '@/components/review/state-badge';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { ShowMore } from '@/components/ui/show-more';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import { Time } from '@/components/ui/time';
import type { ReportLineView } from '@/lib/contracts/reports';
import { useReports } from './use-reports';

export function ReportListView() {
  const list = useReports();
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <PageHeader
        title="Plans and reports"
        description="Ten sections before a run, expected; the same ten after it, measured. Every version is kept, newest first."
        actions={
          <Button asChild>
            <Link href="/experiments">
              <FlaskConical aria-hidden /> To the experiments
            </Link>
          </Button>
        }
      />
      <Card flush>
        {list.isPending ? <SkeletonRows label="Loading plans and reports" rows={4} /> : null}
        {list.isError ? (
          <ProblemNotice className="m-4" error={list.error} onRetry={() => list.refetch()} />
        ) : null}
        {list.isSuccess && items.length === 0 ? (
          <EmptyState icon={FileText} title="No plan and no report yet">
            Open an experiment and choose “Plan”, or a finished parallel run and choose “Report”.
          </EmptyState>
        ) : null}
        {items.length > 0 ? <ReportTable items={items} /> : null}
        <ShowMore
          hasMore={list.hasNextPage}
          isLoading={list.isFetchingNextPage}
          onMore={() => list.fetchNextPage()}
        />
      </Card>
    </>
  );
}

function ReportTable({ items }: { items: readonly ReportLineView[] }) {
  return (
    <Table caption="Plans and reports">
      <TableHead>
        <HeadCell>What</HeadCell>
        <HeadCell>Headline</HeadCell>
        <HeadCell>Review</HeadCell>
        <HeadCell>Made</HeadCell>
      </TableHead>
      <TableBody>
        {items.map((item) => (
          <Row key={item.id}>
            <Cell className="min-w-44">
              <Link href={`/reports/${item.id}`} className="break-words font-medium hover:underline">
                {item.title}
              </Link>
              <span className="mt-0.5 flex flex-wrap items-center gap-1.5">
                <Badge>{item.kind === 'plan' ? 'Plan' : 'Report'}</Badge>
                <span className="text-ink-faint text-xs">version {item.version}</span>
              </span>
            </Cell>
            <Cell className="min-w-56 text-ink-soft text-xs">{item.headline}</Cell>
            <Cell>
              <StateBadge state={item.state} />
            </Cell>
            <Cell className="whitespace-nowrap text-ink-faint">
              <Time at={item.createdAt} /> by {item.createdBy}
            </Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}
