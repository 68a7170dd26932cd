'use client';

import { Stethoscope } from 'lucide-react';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { ProblemNotice } from '@/components/api/problem-notice';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { Segmented } from '@/components/ui/segmented';
import { ShowMore } from '@/components/ui/show-more';
import { SkeletonRows } from '@/components/ui/skeleton';
import { DiagnosisTable } from './diagnosis-table';
import { useDiagnoses } from './use-diagnoses';

const SHOWN = ['all', 'go', 'noGo', 'undecided'] as const;

/** All serial diagnoses, newest first. */
export function DiagnosisListView() {
  const [shown, setShown] = useQueryState('verdict', parseAsStringLiteral(SHOWN).withDefault('all'));
  const list = useDiagnoses(shown === 'all' ? null : shown);
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <PageHeader
        crumbs={[{ label: 'Experiments', href: '/experiments' }]}
        title="Diagnoses"
        description="Whether a serial run converges, and so may be scaled. A parallel run needs the go of the newest one of its task, split, method and hardware."
      />
      <Card flush>
        <div className="overflow-x-auto p-3">
          <Segmented
            label="Verdict"
            value={shown}
            onChange={(value) => setShown(value === 'all' ? null : value)}
            options={[
              { value: 'all', label: 'All' },
              { value: 'go', label: 'Go' },
              { value: 'noGo', label: 'No-go' },
              { value: 'undecided', label: 'Undecided' },
            ]}
          />
        </div>
        {list.isPending ? <SkeletonRows label="Loading diagnoses" rows={4} /> : null}
        {list.isError ? (
          <ProblemNotice className="m-4" error={list.error} onRetry={() => list.refetch()} />
        ) : null}
        {list.isSuccess && items.length === 0 ? (
          <EmptyState
            icon={Stethoscope}
            title={shown === 'all' ? 'Nothing was diagnosed yet' : 'No diagnosis says so'}
          >
            The end of a serial baseline makes one; an imported curve is diagnosed from its page.
          </EmptyState>
        ) : null}
        {items.length > 0 ? <DiagnosisTable items={items} /> : null}
        <ShowMore
          hasMore={list.hasNextPage}
          isLoading={list.isFetchingNextPage}
          onMore={() => list.fetchNextPage()}
        />
      </Card>
    </>
  );
}
