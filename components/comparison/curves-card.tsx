'use client';

import { parseAsArrayOf, parseAsString, parseAsStringLiteral, useQueryState } from 'nuqs';
import { ProblemNotice } from '@/components/api/problem-notice';
import { itemsOf } from '@/components/api/use-pages';
import { ChartFrame } from '@/components/charts/chart-frame';
import { CurveChart } from '@/components/charts/curve-chart';
import { useChartZoom } from '@/components/charts/use-chart-zoom';
import { ZoomRange } from '@/components/charts/zoom-range';
import { ProvenanceCard } from '@/components/imported-run/provenance-card';
import { useImportedRuns } from '@/components/imported-run/use-imported-runs';
import { Button } from '@/components/ui/button';
import { Select } from '@/components/ui/input';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { Segmented } from '@/components/ui/segmented';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { CurveComparison } from '@/lib/contracts/curves';
import { windowOf } from '@/lib/view/chart-zoom';
import { CONVERGENCE_AXES } from '@/lib/view/convergence-axis';
import { prepareComparedCurves } from '@/lib/view/curve-chart';
import { tableOfCurves } from '@/lib/view/data-table';
import { useCurves } from './use-curves';

interface CurvesCardProps {
  readonly runIds: readonly string[];
  /** Times of these runs may be held against each other. */
  readonly hasOnePace: boolean;
}

/** The curves of compared runs, with imported runs that a person adds. */
export function CurvesCard({ runIds, hasOnePace }: CurvesCardProps) {
  const [imported, setImported] = useQueryState('imported', parseAsArrayOf(parseAsString).withDefault([]));
  const [chosen, setAxis] = useQueryState('x', parseAsStringLiteral(CONVERGENCE_AXES));
  // Time shows a speed-up at a glance, where it may be compared; most imported runs state none.
  const axis = chosen ?? (hasOnePace && imported.length === 0 ? 'minutes' : 'rollouts');
  const { zoom, drag, drop } = useChartZoom('scores');
  const choice = useImportedRuns();
  const curves = useCurves(runIds.slice(0, RUNS_DRAWN), imported);
  const items = itemsOf(choice);
  const free = items.filter((run) => !imported.includes(run.id) && run.pointCount > 0);
  const inOrder = (data: CurveComparison) =>
    data.own.toSorted((a, b) => runIds.indexOf(a.runId) - runIds.indexOf(b.runId));
  const chart = curves.data
    ? prepareComparedCurves({ ...curves.data, own: inOrder(curves.data) }, axis)
    : null;
  const mayZoom = chart?.series.some(({ dots }) => dots.length >= ZOOM_FROM) ?? false;
  const part = chart && mayZoom && zoom ? windowOf(zoom, chart.xTicks.at(-1) ?? 1) : null;
  const takeOff = (id: string) => {
    const rest = imported.filter((other) => other !== id);
    setImported(rest.length === 0 ? null : rest);
  };
  return (
    <div className="flex flex-col gap-4">
      {curves.isError ? (
        <ProblemNotice
          error={curves.error}
          onRetry={() => (imported.length > 0 ? setImported(null) : curves.refetch())}
        />
      ) : null}
      {curves.data?.warning ? (
        <Notice tone="honey" title="Imported, other hardware">
          {curves.data.warning}
        </Notice>
      ) : null}
      {curves.isPending ? (
        <div className="min-h-[26rem]">
          <SkeletonRows label="Loading curves…" rows={4} />
        </div>
      ) : null}
      {chart ? (
        <ChartFrame
          question="Held-out score"
          origin={[...new Set(chart.series.map((series) => series.origin))].join(' / ')}
          summary={chart.summary}
          isEmpty={chart.series.length === 0}
          emptyText={axis === 'rollouts' ? 'None of these runs has been measured yet.' : chart.summary}
          controls={
            <>
              <Segmented
                label="Along"
                value={axis}
                onChange={(value) => setAxis(value)}
                options={[
                  { value: 'rollouts', label: 'Seen' },
                  { value: 'minutes', label: 'Time' },
                  { value: 'tokens', label: 'Tokens' },
                  { value: 'dollars', label: '$' },
                ]}
              />
              {items.length === 0 ? null : (
                <Select
                  aria-label="Add an imported run"
                  className="w-48"
                  value=""
                  disabled={free.length === 0}
                  onChange={(event) => setImported([...imported, event.target.value])}
                >
                  <option value="">
                    {free.length === 0 ? 'No further imported run' : 'Add an imported run'}
                  </option>
                  {free.map((run) => (
                    <option key={run.id} value={run.id}>
                      {run.name}
                    </option>
                  ))}
                </Select>
              )}
            </>
          }
          chart={<CurveChart chart={chart} part={part} />}
          data={tableOfCurves(chart, 'Held-out score')}
          belowDrawing={mayZoom ? <ZoomRange zoom={zoom} onDrag={drag} onDrop={drop} /> : null}
        />
      ) : null}
      {curves.data?.imported.map((run) => (
        <div key={run.id} className="flex flex-col gap-2">
          <ProvenanceCard run={run} title={`Origin of “${run.name}”`} />
          <div className="flex gap-2">
            <Button asChild size="sm">
              <Link href={`/imported-runs/${run.id}`}>Open run</Link>
            </Button>
            <Button size="sm" variant="ghost" onClick={() => takeOff(run.id)}>
              Remove from chart
            </Button>
          </div>
        </div>
      ))}
    </div>
  );
}

/** With fewer points on every line there is nothing to look at more closely. */
const ZOOM_FROM = 3;
/** As many as the API draws at once. */
const RUNS_DRAWN = 20;
