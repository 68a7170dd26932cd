'use client';

import { FileText, Gavel } from 'lucide-react';
import { useViewer } from '@/components/account/viewer';
import { ProblemNotice } from '@/components/api/problem-notice';
import { DecisionList } from '@/components/notice/decision-list';
import { useDecisions } from '@/components/queries/use-decisions';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import { SkeletonRows } from '@/components/ui/skeleton';

/** Reviews and approvals that wait for the reader's decision. */
export function ReviewListView() {
  const { role } = useViewer();
  const { data: lines, isPending, error, refetch } = useDecisions(role);
  const toReports = (
    <Button asChild>
      <Link href="/reports">
        <FileText aria-hidden /> Open the reports
      </Link>
    </Button>
  );
  return (
    <>
      <PageHeader title="Reviews" actions={toReports} />
      <Card title="Waiting for your decision" flush>
        {isPending ? <SkeletonRows label="Loading reviews…" rows={3} /> : null}
        {error ? <ProblemNotice className="m-4" error={error} onRetry={() => refetch()} /> : null}
        {lines?.length === 0 ? (
          <EmptyState icon={Gavel} title="No decision is waiting">
            Reports whose review was requested from you and canaries after their shadow appear here.
          </EmptyState>
        ) : null}
        {lines && lines.length > 0 ? <DecisionList lines={lines} /> : null}
      </Card>
    </>
  );
}
