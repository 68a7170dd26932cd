'use client';

import { ListChecks } from 'lucide-react';
import Link from 'next/link';
import { ProblemNotice } from '@/components/api/problem-notice';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { Progress } from '@/components/ui/progress';
import { ShowMore } from '@/components/ui/show-more';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import { Time } from '@/components/ui/time';
import type { IntakeLineView } from '@/lib/contracts/intakes';
import { BeginButton } from './begin-button';
import { useIntakes } from './use-intakes';

export function IntakeListView() {
  const list = useIntakes();
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <PageHeader
        crumbs={[{ label: 'Experiments', href: '/experiments' }]}
        title="Guided set-up"
        description="Drafts of experiments, newest first. Every input that a plan needs is asked for, and none is guessed."
        actions={
          <>
            <Button asChild>
              <Link href="/experiments/new">Full form</Link>
            </Button>
            <BeginButton primary />
          </>
        }
      />
      <Card flush>
        {list.isPending ? <SkeletonRows label="Loading drafts" rows={4} /> : null}
        {list.isError ? (
          <ProblemNotice className="m-4" error={list.error} onRetry={() => list.refetch()} />
        ) : null}
        {list.isSuccess && items.length === 0 ? (
          <EmptyState icon={ListChecks} title="No draft yet">
            Begin one: it saves itself, and what your serial run has shown is offered.
          </EmptyState>
        ) : null}
        {items.length > 0 ? (
          <Table caption="Drafts of the guided set-up">
            <TableHead>
              <HeadCell>Draft</HeadCell>
              <HeadCell>Stated</HeadCell>
              <HeadCell>Saved</HeadCell>
            </TableHead>
            <TableBody>
              {items.map((draft) => (
                <DraftRow key={draft.id} draft={draft} />
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

function DraftRow({ draft }: { draft: IntakeLineView }) {
  return (
    <Row>
      <Cell className="min-w-40">
        <Link href={`/intakes/${draft.id}`} className="break-words font-medium hover:underline">
          {draft.name}
        </Link>
        {draft.experimentId ? (
          <Badge tone="good" className="ml-2">
            Experiment made
          </Badge>
        ) : null}
      </Cell>
      <Cell className="min-w-32">
        <span className="numbers text-xs">
          {draft.answered} of {draft.total}
        </span>
        <Progress
          label={`Inputs of ${draft.name} that are stated`}
          value={draft.answered}
          max={draft.total}
          className="mt-1"
        />
      </Cell>
      <Cell className="whitespace-nowrap text-ink-faint">
        <Time at={draft.updatedAt} />, begun by {draft.createdBy}
      </Cell>
    </Row>
  );
}
