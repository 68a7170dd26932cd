'use client';

import { ProblemNotice } from '@/components/api/problem-notice';
import { PageHeader } from '@/components/ui/page-header';
import { SkeletonRows } from '@/components/ui/skeleton';
import { workSentence } from '@/lib/view/job-words';
import { DiskNotice } from './disk-notice';
import { ErrorLogCard } from './error-log-card';
import { JobList } from './job-list';
import { ObjectStoreNotice } from './object-store-notice';
import { useBackgroundWork } from './use-jobs';
import { CountsCard, WorkersCard } from './work-cards';

/** Work in the background, the workers that carry it, and what went wrong. */
export function JobsView() {
  const work = useBackgroundWork();
  return (
    <>
      <PageHeader
        title="Jobs"
        description={
          <>
            {work.data ? `${workSentence(work.data)} ` : null}
            Closing this page changes nothing. What a dead worker held is taken over by another.
          </>
        }
      />
      <div className="flex flex-col gap-4">
        {work.isPending ? <SkeletonRows label="Loading workers and counts" rows={6} /> : null}
        {work.isError ? <ProblemNotice error={work.error} onRetry={() => work.refetch()} /> : null}
        {work.data ? <DiskNotice disk={work.data.disk} /> : null}
        {work.data ? <ObjectStoreNotice fault={work.data.objectStore} /> : null}
        {work.data ? <CountsCard work={work.data} /> : null}
        {work.data ? <WorkersCard work={work.data} /> : null}
        <JobList />
        <ErrorLogCard />
      </div>
    </>
  );
}
