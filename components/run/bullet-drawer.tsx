'use client';

import { UserRound } from 'lucide-react';
import { ProblemNotice } from '@/components/api/problem-notice';
import { ChartFrame } from '@/components/charts/chart-frame';
import { ColumnChart } from '@/components/charts/column-chart';
import { Badge } from '@/components/ui/badge';
import { Dialog } from '@/components/ui/dialog';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Time } from '@/components/ui/time';
import type { BulletHistory } from '@/lib/contracts/provenance';
import { describeStep, prepareCounters } from '@/lib/view/bullet-provenance';
import { tableOfSeries } from '@/lib/view/data-table';
import type { NumberOrigin } from '@/lib/view/number-origin';
import { InsightSection } from './insight-section';
import { useBulletHistory } from './use-insights';

interface BulletDrawerProps {
  readonly runId: string;
  readonly bulletId: string | null;
  readonly origin: NumberOrigin;
  readonly onClose: () => void;
}

/** Where one bullet comes from, whether it helped, and what became of it. */
export function BulletDrawer({ runId, bulletId, origin, onClose }: BulletDrawerProps) {
  const history = useBulletHistory(runId, bulletId);
  return (
    <Dialog
      shape="drawer"
      open={bulletId !== null}
      onOpenChange={onClose}
      title={`Bullet ${bulletId ?? ''}`}
      description={history.data?.steps.findLast(({ text }) => text !== null)?.text ?? undefined}
    >
      <div className="flex flex-col gap-5">
        {bulletId === null ? null : (
          <InsightSection
            runId={runId}
            asked={{ line: bulletId }}
            question="Which reflections does it come from?"
            label="Insights that it says"
            without="line"
            waiting="Following it back"
            none="No insight of a reflection was recognised in it: it stood in the prompt before, a person wrote it, or the aggregator put it into words of its own."
          />
        )}
        {history.isPending ? <SkeletonRows label="Reading the versions" rows={4} /> : null}
        {history.isError ? <ProblemNotice error={history.error} onRetry={() => history.refetch()} /> : null}
        {history.data ? (
          <>
            <Counters history={history.data} origin={origin} />
            <Steps history={history.data} />
          </>
        ) : null}
      </div>
    </Dialog>
  );
}

function Counters({ history, origin }: { history: BulletHistory; origin: NumberOrigin }) {
  const chart = prepareCounters(history, origin);
  return (
    <ChartFrame
      question={chart.question}
      origin={chart.origin}
      summary={chart.summary}
      isEmpty={chart.rows.length === 0}
      emptyText="A column appears with the first version that holds the bullet."
      chart={<ColumnChart chart={chart} />}
      data={tableOfSeries(chart)}
    />
  );
}

function Steps({ history: { steps } }: { history: BulletHistory }) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-medium text-[0.8125rem]">History, newest first</h3>
      <ol aria-label="Changes of the bullet" className="divide-y divide-line rounded-md border border-line">
        {[...steps].reverse().map((step) => {
          const { title, why, counts, tone } = describeStep(step);
          return (
            <li
              key={`${step.iteration} ${step.candidateHash} ${step.kind}`}
              className="flex flex-col gap-1 px-3 py-2 text-[0.8125rem]"
            >
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-faint text-xs">
                <Badge tone={tone}>{title}</Badge>
                {step.byHand === null ? null : (
                  <Badge tone="info" icon={UserRound}>
                    human
                  </Badge>
                )}
                <span>{why}</span>
                <span className="numbers">{counts}</span>
                <span className="ml-auto">
                  <Time at={step.at} />
                </span>
              </p>
              {step.text === null || step.kind === 'counted' ? null : (
                <p className="break-words">{step.text}</p>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
