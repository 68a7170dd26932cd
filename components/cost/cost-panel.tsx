'use client';

import { Coins } from 'lucide-react';
import { parseAsFloat, useQueryState } from 'nuqs';
import { ProblemNotice } from '@/components/api/problem-notice';
import { ChartFrame } from '@/components/charts/chart-frame';
import { ColumnChart } from '@/components/charts/column-chart';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { keptFigures } from '@/components/ui/kept-figures';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { RunCostsView } from '@/lib/contracts/costs';
import type { RunView } from '@/lib/contracts/run-shapes';
import { prepareFigures, unsaid } from '@/lib/view/cost-figures';
import { tableOfSeries } from '@/lib/view/data-table';
import { describeOrigin, type NumberOrigin } from '@/lib/view/number-origin';
import { preparePhaseCosts } from '@/lib/view/phase-costs';
import { prepareIterationCosts } from '@/lib/view/run-costs';
import { AcceptedTable } from './accepted-table';
import { CostDownloads } from './cost-downloads';
import { FigureList } from './figure-list';
import { CostHeadline } from './headline';
import { PriceTable } from './price-table';
import { RoleTable } from './role-table';
import { TargetCard } from './target-card';
import { useCosts } from './use-costs';

interface CostPanelProps {
  readonly runId: string;
  /** Iterations closed so far, another number once the run has ended: the ledger is read again with each. */
  readonly readings: number;
  readonly origin: NumberOrigin;
  readonly doubt: RunView['scoreDoubt'];
}

/** Cost of a run: the price of a point first, then where the money went. */
export function CostPanel({ runId, readings, origin, doubt }: CostPanelProps) {
  const [target, setTarget] = useQueryState('target', parseAsFloat);
  const isShare = target !== null && target >= 0 && target <= 1;
  const costs = useCosts(runId, readings, isShare ? target : null);
  if (costs.isPending) return <SkeletonRows label="Adding up the calls" rows={8} />;
  if (costs.isError) return <ProblemNotice error={costs.error} onRetry={() => costs.refetch()} />;
  if (costs.data.total.calls === 0)
    return (
      <Card flush>
        <EmptyState icon={Coins} title="Nothing was asked yet">
          The first numbers come with the first calls of the run.
        </EmptyState>
      </Card>
    );
  return <Costs view={costs.data} origin={origin} doubt={doubt} onTarget={setTarget} />;
}

interface CostsProps extends Pick<CostPanelProps, 'origin' | 'doubt'> {
  readonly view: RunCostsView;
  readonly onTarget: (target: number | null) => void;
}

function Costs({ view, origin, doubt, onTarget }: CostsProps) {
  const chart = prepareIterationCosts(view, origin);
  const phases = preparePhaseCosts(view, origin);
  const serial = unsaid(view.againstSerial.sentence, view.headline.sentence);
  return (
    <div className="flex flex-col gap-4">
      <Card
        title="What did a point of improvement cost?"
        description={describeOrigin(origin)}
        actions={<CostDownloads runId={view.runId} />}
      >
        <div className="flex flex-col gap-3">
          <CostHeadline headline={view.headline} doubt={doubt} />
          {doubt === null ? (
            <>
              {serial === '' ? null : <p className="text-[0.8125rem] text-ink-soft">{keptFigures(serial)}</p>}
              <SerialPrice against={view.againstSerial} />
            </>
          ) : null}
          <FigureList figures={prepareFigures(view.total, origin.practice)} />
          {view.notes.map((note) => (
            <p key={note} className="text-ink-faint text-xs">
              {note}
            </p>
          ))}
        </div>
      </Card>
      <ChartFrame
        question={phases.question}
        origin={phases.origin}
        summary={phases.summary}
        isEmpty={phases.rows.length === 0}
        emptyText="A column appears with the first call that is answered."
        chart={<ColumnChart chart={phases} stacked />}
        data={tableOfSeries(phases)}
      />
      <RoleTable roles={view.byRole} origin={origin} />
      <ChartFrame
        question={chart.question}
        origin={chart.origin}
        summary={chart.summary}
        isEmpty={view.byIteration.length === 0}
        emptyText="A column appears with the first iteration."
        chart={<ColumnChart chart={chart} stacked />}
        data={tableOfSeries(chart)}
      />
      <AcceptedTable
        accepted={view.accepted}
        origin={origin}
        said={doubt === null ? `${view.headline.sentence} ${view.againstSerial.sentence}` : ''}
      />
      <div className="grid items-start gap-4 2xl:grid-cols-2">
        <TargetCard
          key={view.toTarget.target}
          toTarget={view.toTarget}
          serialToTarget={view.serialToTarget}
          origin={origin}
          onTarget={onTarget}
        />
        <PriceTable prices={view.prices} />
      </div>
    </div>
  );
}

/** Price of a point for the baseline: it tells two runs apart that end at the same score. */
function SerialPrice({ against }: { against: RunCostsView['againstSerial'] }) {
  if (against.kind !== 'compared') return null;
  return (
    <p className="text-[0.8125rem] text-ink-soft">
      The serial baseline ({against.baseline.label}): {against.serialPerPoint.sentence}
    </p>
  );
}
