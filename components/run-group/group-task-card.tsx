'use client';

import { ChartFrame } from '@/components/charts/chart-frame';
import { ConvergenceChart } from '@/components/charts/convergence-chart';
import { RunStatusBadge } from '@/components/fact/run-status-badge';
import { TruthCell } from '@/components/fact/truth-line';
import { Link } from '@/components/ui/link';
import type { RunGroupView } from '@/lib/contracts/run-groups';
import type { TruthView } from '@/lib/contracts/truths';
import { tableOfConvergence } from '@/lib/view/data-table';
import { describeUtilisation, prepareTaskCurve } from '@/lib/view/run-group';

interface GroupTaskCardProps {
  readonly task: RunGroupView['tasks'][number];
  /** Shared by all tasks of the group. */
  readonly yTicks: readonly number[];
  readonly truth: TruthView | undefined;
}

/** One task of a group with its own held-out curve, its numbers and its files. */
export function GroupTaskCard({ task, yTicks, truth }: GroupTaskCardProps) {
  const chart = prepareTaskCurve(task, yTicks);
  return (
    <ChartFrame
      question={chart.question}
      origin={`${task.taskName} · ${chart.origin}`}
      summary={chart.summary}
      isEmpty={task.curve.length === 0}
      emptyText="The curve begins with the first measurement on held-out."
      controls={<RunStatusBadge status={task.run.status} />}
      above={
        <>
          <p className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-ink-soft text-xs">
            <Link href={`/experiments/${task.experimentId}`} className={LINK}>
              {task.experimentName}
            </Link>
            <Link href={`/runs/${task.run.runId}`} className={LINK}>
              {task.run.label}
            </Link>
            <span className="numbers">
              lanes busy: {describeUtilisation(task.utilisation)} of {task.run.lanes}
            </span>
          </p>
          <div className="mb-2 empty:hidden">
            <TruthCell truth={truth} short />
          </div>
        </>
      }
      chart={<ConvergenceChart chart={chart} />}
      data={tableOfConvergence(chart)}
    />
  );
}

const LINK = 'underline decoration-line-strong underline-offset-2 hover:decoration-ink';
