'use client';

import { parseAsString, useQueryState } from 'nuqs';
import { lazy, Suspense } from 'react';
import { ProblemNotice } from '@/components/api/problem-notice';
import { Dialog } from '@/components/ui/dialog';
import { SkeletonRows } from '@/components/ui/skeleton';
import { useRolloutTrace } from './use-rollouts';

/** Markdown and its kin are read when the first trace is opened, not with the page. */
const TraceView = lazy(async () => ({ default: (await import('./trace-view')).TraceView }));

interface TraceDrawerProps {
  readonly runId: string;
  readonly seq: number | null;
  readonly onClose: () => void;
}

/** From an answer to the calls that made it and the reflection that came of it; the address names the open span. */
export function TraceDrawer({ runId, seq, onClose }: TraceDrawerProps) {
  const trace = useRolloutTrace(runId, seq);
  const [spanId, setSpanId] = useQueryState('span', parseAsString);
  const close = () => {
    void setSpanId(null);
    onClose();
  };
  const reading = <SkeletonRows label="Loading the trace" rows={6} />;
  return (
    <Dialog shape="wideDrawer" open={seq !== null} onOpenChange={close} title={`Rollout ${seq ?? ''}`}>
      {trace.isPending ? reading : null}
      {trace.isError ? <ProblemNotice error={trace.error} onRetry={() => trace.refetch()} /> : null}
      {trace.data ? (
        <Suspense fallback={reading}>
          <TraceView runId={runId} trace={trace.data} spanId={spanId} onSpan={setSpanId} />
        </Suspense>
      ) : null}
    </Dialog>
  );
}
