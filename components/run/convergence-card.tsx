'use client';

import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useMemo } from 'react';
import { ChartFrame } from '@/components/charts/chart-frame';
import { ConvergenceChart } from '@/components/charts/convergence-chart';
import { useChartZoom } from '@/components/charts/use-chart-zoom';
import { ZoomRange } from '@/components/charts/zoom-range';
import { Segmented } from '@/components/ui/segmented';
import type { RunDetailView } from '@/lib/contracts/run-shapes';
import type { RunManifest } from '@/lib/domain/manifest';
import type { RunState } from '@/lib/projection/run-state';
import { windowOf } from '@/lib/view/chart-zoom';
import { prepareConvergence } from '@/lib/view/convergence';
import { CONVERGENCE_AXES } from '@/lib/view/convergence-axis';
import { tableOfConvergence } from '@/lib/view/data-table';
import type { NumberOrigin } from '@/lib/view/number-origin';
import { ConvergenceTable } from './convergence-table';
import { useSerialCurve } from './use-serial-curve';

interface ConvergenceCardProps {
  readonly run: RunDetailView;
  readonly state: RunState;
  readonly origin: NumberOrigin;
}

/** With fewer there is nothing to look at more closely. */
const ZOOM_FROM = 3;

/** The held-out curve. By itself, so that a zoom under way draws nothing else of its panel again. */
export function ConvergenceCard({ run, state, origin }: ConvergenceCardProps) {
  const [axis, setAxis] = useQueryState('x', parseAsStringLiteral(CONVERGENCE_AXES).withDefault('rollouts'));
  const { zoom, drag, drop } = useChartZoom('held-out');
  const manifest = run.manifest as unknown as RunManifest;
  const serial = useSerialCurve(run);
  const curve = useMemo(
    () =>
      prepareConvergence(state, origin, axis, {
        ...{ stopping: manifest.stopping, serial, priced: run.priced },
      }),
    [state, origin, axis, manifest, serial, run.priced],
  );
  // An address may hold a zoom before the run has the points for it: it waits, since nothing could take it back.
  const mayZoom = curve.points.length + curve.partials.length >= ZOOM_FROM;
  const part = mayZoom && zoom !== null ? windowOf(zoom, curve.xTicks.at(-1) ?? 1) : null;
  return (
    <ChartFrame
      question={curve.question}
      origin={curve.origin}
      summary={curve.summary}
      isEmpty={curve.points.length + curve.partials.length === 0}
      emptyText={curve.unknown ?? 'The original prompt is measured first; its score is the first point here.'}
      controls={
        <Segmented
          label="Along"
          value={axis}
          onChange={(value) => setAxis(value)}
          options={[
            { value: 'rollouts', label: 'Rollouts' },
            { value: 'minutes', label: 'Time' },
            { value: 'tokens', label: 'Tokens' },
            { value: 'dollars', label: '$' },
          ]}
        />
      }
      chart={<ConvergenceChart chart={curve} part={part} />}
      data={tableOfConvergence(curve)}
      table={<ConvergenceTable chart={curve} />}
      belowDrawing={mayZoom ? <ZoomRange zoom={zoom} onDrag={drag} onDrop={drop} /> : null}
    />
  );
}
