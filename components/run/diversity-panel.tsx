'use client';

import { Sprout } from 'lucide-react';
import { parseAsInteger, useQueryState } from 'nuqs';
import { useMemo } from 'react';
import { ChartFrame } from '@/components/charts/chart-frame';
import { ColumnChart } from '@/components/charts/column-chart';
import { HeatMap } from '@/components/charts/heat-map';
import { SeriesLineChart } from '@/components/charts/line-chart';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import type { RunManifest } from '@/lib/domain/manifest';
import type { RunState } from '@/lib/projection/run-state';
import { tableOfHeat, tableOfSeries } from '@/lib/view/data-table';
import type { NumberOrigin } from '@/lib/view/number-origin';
import { prepareHeatMap, prepareRatios, prepareRejected } from '@/lib/view/run-diversity';
import { RUN_KIND_WORDS } from '@/lib/view/run-words';
import { CollapseNotice } from './collapse-notice';
import { IterationChooser } from './iteration-chooser';
import { LanesControl } from './lanes-control';
import { LineageNotes } from './lineage-notes';
import { OperatorTable } from './operator-table';
import { useFactsOf } from './use-run-details';

interface DiversityPanelProps {
  readonly runId: string;
  readonly state: RunState;
  readonly manifest: RunManifest;
  readonly origin: NumberOrigin;
  readonly isLive: boolean;
}

/** Whether the edits of parallel groups were different ones, and what the run does about it. */
export function DiversityPanel({ runId, state, manifest, origin, isLive }: DiversityPanelProps) {
  const lanes = <LanesControl runId={runId} iterations={state.iterations.length} isLive={isLive} />;
  if (state.diversity.length === 0)
    return (
      <div className="flex flex-col gap-4">
        <Card flush>
          <EmptyState
            icon={Sprout}
            title={manifest.diversity ? 'No iteration was measured yet' : 'This run has no diversity rules'}
          >
            {emptyWords(manifest)}
          </EmptyState>
        </Card>
        {lanes}
      </div>
    );
  return (
    <div className="flex flex-col gap-4">
      <CollapseNotice state={state} />
      <Similarities runId={runId} state={state} manifest={manifest} origin={origin} />
      <Ratios state={state} origin={origin} />
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <OperatorTable measured={state.diversity} settings={manifest.diversity ?? null} />
        {lanes}
      </div>
      <LineageNotes notes={state.lineages} />
    </div>
  );
}

function emptyWords({ diversity, kind }: RunManifest): string {
  if (diversity) return 'The first numbers come when the groups of an iteration have written their updates.';
  return kind === 'combee'
    ? 'No operators, no schedule, and nothing is refused as a copy. Turn them on in the settings of the experiment.'
    : `A run of the kind “${RUN_KIND_WORDS[kind]}” is a yardstick and pins none. One of the kind “Combee” pins what the experiment sets.`;
}

function Similarities({
  runId,
  state,
  manifest,
  origin,
}: Pick<DiversityPanelProps, 'runId' | 'state' | 'manifest' | 'origin'>) {
  const [chosen, setChosen] = useQueryState('iteration', parseAsInteger);
  const newest = state.diversity.at(-1);
  const known = state.diversity.find((one) => one.iteration + 1 === chosen) ?? newest;
  const facts = useFactsOf(runId, 'diversity.measured', known?.isThin ? known.iteration : null);
  const measured = facts.data?.[0] ?? known;
  if (measured === undefined) return null;
  const away = facts.isError
    ? 'The similarities could not be read. Choose the iteration again.'
    : facts.isFetching
      ? 'Reading the similarities …'
      : null;
  const map = prepareHeatMap(measured, manifest.diversity?.similarityMax ?? null, origin);
  return (
    <ChartFrame
      question={map.question}
      origin={map.origin}
      summary={away ?? map.summary}
      isEmpty={map.cells.length === 0}
      emptyText={away ?? 'A similarity takes two groups that wrote something.'}
      controls={
        <IterationChooser
          iterations={state.diversity.map(({ iteration, collapsed }) => ({
            iteration,
            words: `iteration ${iteration + 1}${collapsed ? ', collapsed' : ''}`,
          }))}
          value={measured.iteration}
          onChange={(iteration) => setChosen(iteration + 1)}
        />
      }
      chart={<HeatMap map={map} />}
      data={tableOfHeat(map)}
    />
  );
}

function Ratios({ state, origin }: Pick<DiversityPanelProps, 'state' | 'origin'>) {
  const ratios = useMemo(() => prepareRatios(state, origin), [state, origin]);
  const rejected = useMemo(() => prepareRejected(state, origin), [state, origin]);
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <ChartFrame
        question={ratios.question}
        origin={ratios.origin}
        summary={ratios.summary}
        isEmpty={false}
        emptyText=""
        chart={<SeriesLineChart chart={ratios} />}
        data={tableOfSeries(ratios)}
      />
      <ChartFrame
        question={rejected.question}
        origin={rejected.origin}
        summary={rejected.summary}
        isEmpty={rejected.isEmpty}
        emptyText="A column appears with the first edit that says what is there already."
        chart={<ColumnChart chart={rejected} />}
        data={tableOfSeries(rejected)}
      />
    </div>
  );
}
