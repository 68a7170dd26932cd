'use client';

import { ProblemNotice } from '@/components/api/problem-notice';
import { Conversation } from '@/components/trajectory/conversation';
import { PartsCard } from '@/components/trajectory/parts-card';
import { useChosenStep } from '@/components/trajectory/use-chosen-step';
import { useTrajectoryHead } from '@/components/trajectory/use-rollout';
import { SkeletonRows } from '@/components/ui/skeleton';

interface TraceStepsProps {
  readonly traceId: string;
  /** Spans may still come. */
  readonly isOpen: boolean;
}

/** The conversation of a trace, with search, the next failed step, and its parts. */
export function TraceSteps({ traceId, isOpen }: TraceStepsProps) {
  const named = { traceId };
  const head = useTrajectoryHead(named, isOpen);
  const chosen = useChosenStep(head.data?.steps ?? 0);
  if (head.isPending) return <SkeletonRows label="Loading steps…" rows={8} />;
  if (head.isError) return <ProblemNotice error={head.error} onRetry={() => head.refetch()} />;
  return (
    <>
      <Conversation named={named} head={head.data} isRunning={isOpen} components={[]} chosen={chosen} />
      <PartsCard head={head.data} onStep={chosen.go} />
    </>
  );
}
