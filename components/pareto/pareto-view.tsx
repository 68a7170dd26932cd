'use client';

import { ChartSpline, FlaskConical } from 'lucide-react';
import { ProblemNotice } from '@/components/api/problem-notice';
import { ChartFrame } from '@/components/charts/chart-frame';
import { PointChart } from '@/components/charts/point-chart';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { PageHeader } from '@/components/ui/page-header';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Term } from '@/components/ui/term';
import type { ParetoView as Pareto } from '@/lib/contracts/pareto';
import { formatCount, plural } from '@/lib/view/numbers';
import { type ParetoAxis, prepareParetoChart } from '@/lib/view/pareto-chart';
import { tableOfPareto } from '@/lib/view/pareto-table';
import { ParetoFilters } from './pareto-filters';
import { ParetoPointsCard } from './pareto-points-card';
import { type ParetoAddress, usePareto, useParetoAddress } from './use-pareto';

/** Which runs, arms or batch sizes nothing else beats, in time and in money. */
export function ParetoView() {
  const address = useParetoAddress();
  const pareto = usePareto(address.chosen);
  return (
    <>
      <PageHeader
        title="Pareto"
        description={
          <>
            <Term id="held-out">Held-out</Term> score against cost or time. A point is on the front when no
            other scores as high for no more.
          </>
        }
      />
      <div className="flex flex-col gap-4">
        {pareto.isPending ? <SkeletonRows label="Loading the front" rows={6} /> : null}
        {pareto.isError ? <ProblemNotice error={pareto.error} onRetry={() => pareto.refetch()} /> : null}
        {pareto.data ? (
          <>
            <ParetoFilters view={pareto.data} address={address} />
            {pareto.data.points.length === 0 ? (
              <NothingYet address={address} />
            ) : (
              <Fronts view={pareto.data} address={address} />
            )}
          </>
        ) : null}
      </div>
    </>
  );
}

function Fronts({ view, address }: { view: Pareto; address: ParetoAddress }) {
  return (
    <>
      <Counted view={view} />
      <Front view={view} address={address} axis="delay" />
      <Front view={view} address={address} axis="cost" />
      <ParetoPointsCard view={view} />
    </>
  );
}

interface FrontProps {
  readonly view: Pareto;
  readonly address: ParetoAddress;
  readonly axis: ParetoAxis;
}

function Front({ view, address: { chosen }, axis }: FrontProps) {
  const chart = prepareParetoChart(view, axis, chosen);
  return (
    <ChartFrame
      question={chart.question}
      origin={chart.origin}
      summary={chart.summary}
      isEmpty={chart.series.length === 0}
      emptyText={
        axis === 'cost'
          ? 'No model of these runs has a price. Enter prices in the settings; runs that start then are priced.'
          : 'None of these runs has this time. Choose another one above.'
      }
      chart={<PointChart chart={chart} />}
      data={tableOfPareto(view, axis, chart)}
      below={
        <p className="mt-2 text-ink-faint text-xs">
          Best prompts, chosen on these examples. Bars are <Term id="interval">95 % intervals</Term>, and
          standings follow intervals that hold together over all pairs.
        </p>
      }
    />
  );
}

function Counted({ view: { counts, settings } }: { view: Pareto }) {
  const { drawn, elsewhere, older } = counts;
  if (elsewhere === 0 && !older) return null;
  return (
    <Notice tone="neutral" title={`${plural(drawn, 'run')} of one setting are drawn`}>
      {elsewhere > 0
        ? `${plural(elsewhere, 'run')} of ${plural(settings.length - 1, 'other setting')} (another task, split, scorer, model or hardware) are left out, since their scores and times cannot be held against these. Choose a setting above to see them. `
        : ''}
      {older
        ? `Read were the newest ${formatCount(drawn + elsewhere)} ended runs; narrow by experiment to reach older ones.`
        : ''}
    </Notice>
  );
}

function NothingYet({ address: { chosen, choose } }: { address: ParetoAddress }) {
  const { experiment, task, method, tag } = chosen;
  const isNarrowed = [experiment, task, method, tag].some((value) => value !== null);
  return (
    <Card>
      <EmptyState
        icon={ChartSpline}
        title={isNarrowed ? 'No ended run fits these filters' : 'No run has ended yet'}
        action={
          isNarrowed ? (
            <Button onClick={() => choose({ experiment: null, task: null, method: null, tag: null })}>
              Take the filters away
            </Button>
          ) : (
            <Button asChild>
              <Link href="/experiments">
                <FlaskConical aria-hidden /> To the experiments
              </Link>
            </Button>
          )
        }
      >
        {isNarrowed
          ? 'A front needs runs that have come to their end and were measured on held-out.'
          : 'Run an experiment to its end: each ended run is a point here, and two make a front.'}
      </EmptyState>
    </Card>
  );
}
