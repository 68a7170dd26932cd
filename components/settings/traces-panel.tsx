'use client';

import { useViewer } from '@/components/account/viewer';
import { ProblemNotice } from '@/components/api/problem-notice';
import { Card } from '@/components/ui/card';
import { SkeletonRows } from '@/components/ui/skeleton';
import { TracePolicyForm } from './trace-policy-form';
import { TraceStorageCard } from './trace-storage-card';
import { useTracePolicy } from './use-trace-policy';

/** How the workspace keeps traces, and what it keeps now. */
export function TracesPanel() {
  const { mayAdminister } = useViewer();
  const policy = useTracePolicy();
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Card title="Policy" description="Receivers follow a change within five seconds.">
        {policy.isPending ? <SkeletonRows label="Loading the policy" rows={4} /> : null}
        {policy.isError ? <ProblemNotice error={policy.error} onRetry={() => policy.refetch()} /> : null}
        {policy.data ? <TracePolicyForm policy={policy.data} mayChange={mayAdminister} /> : null}
      </Card>
      <TraceStorageCard />
    </div>
  );
}
