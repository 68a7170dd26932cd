'use client';

import Link from 'next/link';
import { ConvergenceChart } from '@/components/charts/convergence-chart';
import { TruthCell } from '@/components/experiment/truth-line';
import { RunStatusBadge } from '@/components/run/run-status-badge';
import { Card } from '@/components/ui/card';
import type { RunGroupView } from '@/lib/contracts/run-groups';
import type { TruthView } from '@/lib/contracts/truths';
import { describeUtilisation, prepareTaskCurve } from '@/lib/view/run-group';

interface GroupTaskCardProps {
  readonly task: RunGroupView['tasks'][number];
  /** Of the whole group. */
  readonly yTicks: readonly number[];
  readonly truth: TruthView | undefined;
}

/** One task of a group with its own held-out curve. */
export function GroupTaskCard({ task, yTicks, truth }: GroupTaskCardProps) {
  const chart = prepareTaskCurve(task, yTicks);
  return (
    <Card
      title={
        <Link href={`/experiments/${task.experimentId}`} className="break-words hover:underline">
          {task.experimentName}
        </Link>
      }
      description={`${task.taskName} · ${chart.origin}`}
      actions={<RunStatusBadge status={task.run.status} />}
    >
      <p className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-ink-soft text-xs">
        <Link
          href={`/runs/${task.run.runId}`}
          className="underline decoration-line-strong underline-offset-2 hover:decoration-ink"
        >
          {task.run.label}
        </Link>
        <span className="numbers">
          lanes busy: {describeUtilisation(task.utilisation)} of {task.run.lanes}
        </span>
      </p>
      <TruthCell truth={truth} short />
      <p className="mb-2 text-[0.8125rem] text-ink-soft">{chart.summary}</p>
      {task.curve.length > 0 ? (
        <div role="img" aria-label={`${chart.question} ${chart.summary}`} className="h-48 w-full min-w-0">
          <ConvergenceChart chart={chart} />
        </div>
      ) : (
        <div className="flex h-48 items-center justify-center rounded-md border border-line border-dashed">
          <p className="px-4 text-center text-[0.8125rem] text-ink-faint">
            The curve begins with the first measurement on held-out.
          </p>
        </div>
      )}
    </Card>
  );
}
