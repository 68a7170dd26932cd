'use client';

import { ProblemNotice } from '@/components/api/problem-notice';
import { DecisionList } from '@/components/notice/decision-list';
import type { useDecisions } from '@/components/queries/use-decisions';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Link } from '@/components/ui/link';

const SHOWN = 4;

/** Decisions that wait for the reader, the oldest first. */
export function WaitingCard({ decisions }: { decisions: ReturnType<typeof useDecisions> }) {
  const { data: lines, error, refetch } = decisions;
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
      {error ? <ProblemNotice className="m-4" error={error} onRetry={() => refetch()} /> : null}
      {lines?.length === 0 ? (
        <p className="px-4 pb-4 text-[0.8125rem] text-ink-faint">No decision is waiting.</p>
      ) : null}
      {lines && lines.length > 0 ? <DecisionList lines={lines.slice(0, SHOWN)} /> : null}
    </Card>
  );
}
