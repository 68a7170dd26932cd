'use client';

import { ProblemNotice } from '@/components/api/problem-notice';
import { DecisionList } from '@/components/notice/decision-list';
import { useDecisions } from '@/components/queries/use-decisions';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Link } from '@/components/ui/link';
import { Skeleton } from '@/components/ui/skeleton';
import type { RunView } from '@/lib/contracts/run-shapes';
import { newestPlanIds } from '@/lib/view/decision-lines';

const SHOWN = 4;

/** Decisions that wait for the reader, the oldest first. */
export function WaitingCard({ runs }: { runs: readonly RunView[] }) {
  const { data: lines, isPending, error, refetch } = useDecisions(newestPlanIds(runs));
  return (
    <Card
      title="Waiting for you"
      flush
      actions={
        lines && lines.length > SHOWN ? (
          <Button asChild size="sm" variant="ghost">
            <Link href="/reviews">All {lines.length}</Link>
          </Button>
        ) : null
      }
    >
      {isPending ? <Skeleton className="mx-4 mb-4 h-5 w-40" /> : null}
      {error ? <ProblemNotice className="m-4" error={error} onRetry={() => refetch()} /> : null}
      {lines?.length === 0 ? (
        <p className="h-5 px-4 pb-9 text-[0.8125rem] text-ink-faint">No decision is waiting.</p>
      ) : null}
      {lines && lines.length > 0 ? <DecisionList lines={lines.slice(0, SHOWN)} /> : null}
    </Card>
  );
}
