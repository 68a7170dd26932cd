'use client';

import { Footprints } from 'lucide-react';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { ProblemNotice } from '@/components/api/problem-notice';
import { ChartFrame } from '@/components/charts/chart-frame';
import { ColumnChart } from '@/components/charts/column-chart';
import { SeriesLineChart } from '@/components/charts/line-chart';
import { SurvivalSizeChart } from '@/components/charts/survival-size-chart';
import { Card } from '@/components/ui/card';
import { CopyButton } from '@/components/ui/copy-button';
import { EmptyState } from '@/components/ui/empty-state';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { RunSurvivalView } from '@/lib/contracts/survival';
import { tableOfSeries, tableOfSurvivalSizes } from '@/lib/view/data-table';
import type { NumberOrigin } from '@/lib/view/number-origin';
import { prepareAges, prepareFunnel, prepareSurvivalBySize } from '@/lib/view/run-survival';
import { SurvivalBySeen } from './survival-by-seen';
import { FATE_FILTERS, InsightFates } from './survival-fates';
import { useSurvival } from './use-survival';

interface SurvivalPanelProps {
  readonly runId: string;
  /** Iterations closed so far, another number once the run has ended: the fates are read again with each. */
  readonly readings: number;
  readonly origin: NumberOrigin;
}

/** Fates of the insights of each iteration: the direct measure of context overload. */
export function SurvivalPanel({ runId, readings, origin }: SurvivalPanelProps) {
  const [place, setPlace] = useQueryState('fate', parseAsStringLiteral(FATE_FILTERS).withDefault('lost'));
  const survival = useSurvival(runId, readings, place);
  const view = survival.data?.pages[0];
  if (survival.isPending) return <SkeletonRows label="Following the insights" rows={8} />;
  if (survival.isError) return <ProblemNotice error={survival.error} onRetry={() => survival.refetch()} />;
  if (view?.isWhole === false && view.iterations.length === 0)
    return (
      <Card flush>
        <EmptyState icon={Footprints} title="The insights of this run are being followed">
          A long ledger takes some seconds once; what comes of it is shown here by itself.
        </EmptyState>
      </Card>
    );
  if (!view || view.iterations.length === 0)
    return (
      <Card flush>
        <EmptyState icon={Footprints} title="No insight was followed yet">
          The first numbers come when an iteration has turned its reflections into an update.
        </EmptyState>
      </Card>
    );
  if (view.iterations.every(({ wentIn, known }) => wentIn + known === 0))
    return (
      <Card flush>
        <EmptyState icon={Footprints} title="The reflections of this run name no insight">
          {view.iterations.some(({ withoutInsights }) => withoutInsights > 0)
            ? 'This method hands its aggregator what happened and leaves the wording to it, so there is nothing to follow.'
            : `What is followed are the lessons inside reflections; ${readings < 0 ? 'this run has none.' : 'none has come yet.'}`}
        </EmptyState>
      </Card>
    );
  return (
    <div className="flex flex-col gap-4">
      <Charts view={view} origin={origin} />
      <SurvivalBySeen view={view} />
      <InsightFates
        fates={survival.data?.pages.flatMap((page) => page.fates) ?? []}
        readAll={async () => (await survival.readAllPages()).flatMap((page) => page.fates)}
        origin={origin}
        filter={place}
        onFilter={setPlace}
        hasMore={survival.hasNextPage}
        isLoadingMore={survival.isFetchingNextPage}
        onMore={() => survival.fetchNextPage()}
      />
      <Measure view={view} />
    </div>
  );
}

function Charts({ view, origin }: { view: RunSurvivalView; origin: NumberOrigin }) {
  const funnel = prepareFunnel(view, origin);
  const ages = prepareAges(view, origin);
  return (
    <>
      <ChartFrame
        question={funnel.question}
        origin={funnel.origin}
        summary={funnel.summary}
        isEmpty={view.iterations.every(({ wentIn }) => wentIn === 0)}
        emptyText="A column appears with the first new insight."
        chart={<ColumnChart chart={funnel} stacked />}
        data={tableOfSeries(funnel)}
      />
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <SizeCard view={view} origin={origin} />
        <ChartFrame
          question={ages.question}
          origin={ages.origin}
          summary={ages.summary}
          isEmpty={ages.rows.length === 0}
          emptyText="A line begins with the first insight in the prompt."
          chart={<SeriesLineChart chart={ages} />}
          data={tableOfSeries(ages)}
        />
      </div>
    </>
  );
}

function SizeCard({ view, origin }: { view: RunSurvivalView; origin: NumberOrigin }) {
  const chart = prepareSurvivalBySize(view, origin);
  return (
    <ChartFrame
      question={chart.question}
      origin={chart.origin}
      summary={chart.summary}
      isEmpty={chart.points.length === 0}
      emptyText="A point appears when a batch size has brought eight insights."
      chart={<SurvivalSizeChart chart={chart} />}
      data={tableOfSurvivalSizes(chart)}
    />
  );
}

/** How it was told: what a reader needs to judge the numbers above. */
function Measure({ view }: { view: RunSurvivalView }) {
  const { embedderId, similarityMin, similarityMinClaimed, ids, stated, note } = view;
  return (
    <Card
      title="How it is measured"
      actions={
        <CopyButton
          text={JSON.stringify(view, null, 2)}
          what="the first page of the data"
          label="Copy JSON"
        />
      }
    >
      <div className="flex flex-col gap-2 text-[0.8125rem] text-ink-soft">
        <p>
          {ids
            ? `Insights carry ids. A line that names one counts from a similarity of ${similarityMinClaimed}; below that the id is claimed, not found. A line that names none counts from ${similarityMin}.`
            : `Without ids, a line says an insight where it is similar to it by ${similarityMin} or more and holds its numbers and codes.`}{' '}
          Similarity by <span className="font-mono text-xs">{embedderId}</span>;{' '}
          {stated ? 'stated by the run itself.' : 'reckoned from its ledger.'}
        </p>
        <p>{note}</p>
        <p className="text-ink-faint text-xs">
          All fates: <span className="break-all font-mono">GET /api/v1/runs/{view.runId}/survival</span>
        </p>
      </div>
    </Card>
  );
}
