'use client';

import { FileInput, Upload } from 'lucide-react';
import Link from 'next/link';
import { parseAsBoolean, parseAsString, useQueryState } from 'nuqs';
import { ProblemNotice } from '@/components/api/problem-notice';
import { useViewer } from '@/components/shell/viewer';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { SearchInput } from '@/components/ui/search-input';
import { ShowMore } from '@/components/ui/show-more';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import { Time } from '@/components/ui/time';
import { IMPORTED_LABEL, METHOD_WORDS, SOURCE_WORDS } from '@/lib/view/imported-run-words';
import { formatCount, formatScore } from '@/lib/view/numbers';
import { useImportedRuns } from './use-imported-runs';

export function ImportedRunListView() {
  const { mayExperiment } = useViewer();
  const [search, setSearch] = useQueryState(
    'q',
    parseAsString.withDefault('').withOptions({ throttleMs: 300 }),
  );
  const [archived, setArchived] = useQueryState('archived', parseAsBoolean.withDefault(false));
  const list = useImportedRuns(search, archived);
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const add = mayExperiment ? (
    <Button asChild variant="primary">
      <Link href="/imported-runs/import">
        <Upload aria-hidden /> Import a run
      </Link>
    </Button>
  ) : null;
  const title =
    search !== ''
      ? `No imported run is called “${search}”`
      : archived
        ? 'Nothing is archived'
        : 'No imported run yet';
  return (
    <>
      <PageHeader
        crumbs={[{ label: 'Experiments', href: '/experiments' }]}
        title="Imported runs"
        description="Runs that happened elsewhere, to stand beside your own as serial baselines. They open no gate."
        actions={add}
      />
      <Card flush>
        <div className="flex flex-wrap items-center gap-2 p-3">
          <SearchInput
            label="Search imported runs by name"
            placeholder="Search by name"
            value={search}
            onChange={(value) => setSearch(value || null)}
          />
          <label className="flex h-8.5 items-center gap-2 px-1 text-[0.8125rem] text-ink-soft">
            <input
              type="checkbox"
              className="size-4 accent-honey"
              checked={archived}
              onChange={(event) => setArchived(event.target.checked || null)}
            />
            Archived
          </label>
        </div>
        {list.isPending ? <SkeletonRows label="Loading imported runs" rows={4} /> : null}
        {list.isError ? (
          <ProblemNotice className="m-4" error={list.error} onRetry={() => list.refetch()} />
        ) : null}
        {list.isSuccess && items.length === 0 ? (
          <EmptyState icon={FileInput} title={title} action={archived || search !== '' ? null : add}>
            {archived || search !== ''
              ? null
              : 'Bring a GEPA run directory, an ACE playbook, MLflow metrics or a CSV curve.'}
          </EmptyState>
        ) : null}
        {items.length > 0 ? (
          <>
            <Table caption="Imported runs">
              <TableHead>
                <HeadCell>Name</HeadCell>
                <HeadCell>Method</HeadCell>
                <HeadCell>From</HeadCell>
                <HeadCell numeric>Points</HeadCell>
                <HeadCell numeric>First score</HeadCell>
                <HeadCell numeric>Best score</HeadCell>
                <HeadCell>Imported</HeadCell>
              </TableHead>
              <TableBody>
                {items.map((run) => (
                  <Row key={run.id}>
                    <Cell className="min-w-48">
                      <Link href={`/imported-runs/${run.id}`} className="font-medium hover:underline">
                        {run.name}
                      </Link>
                    </Cell>
                    <Cell>{METHOD_WORDS[run.method]}</Cell>
                    <Cell className="whitespace-nowrap">{SOURCE_WORDS[run.source]}</Cell>
                    <Cell numeric>{formatCount(run.pointCount)}</Cell>
                    <Cell numeric>{formatScore(run.firstScore)}</Cell>
                    <Cell numeric>{formatScore(run.bestScore)}</Cell>
                    <Cell className="whitespace-nowrap text-ink-faint">
                      <Time at={run.createdAt} /> by {run.createdBy}
                    </Cell>
                  </Row>
                ))}
              </TableBody>
            </Table>
            <p className="border-line border-t px-4 py-2 text-ink-faint text-xs">
              {`All scores here: ${IMPORTED_LABEL}; n, interval and split stand on each run’s own page.`}
            </p>
          </>
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
