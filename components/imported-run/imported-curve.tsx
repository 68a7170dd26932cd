import { ChartFrame } from '@/components/charts/chart-frame';
import { CurveChart } from '@/components/charts/curve-chart';
import type { ImportedRunPreviewView } from '@/lib/contracts/run-imports';
import { prepareImportedCurve } from '@/lib/view/curve-chart';
import { tableOfCurves } from '@/lib/view/data-table';

interface ImportedCurveProps {
  readonly run: NonNullable<ImportedRunPreviewView['run']>;
  readonly name: string;
}

/** The points of one imported run, drawn and as a table. */
export function ImportedCurve({ run, name }: ImportedCurveProps) {
  const chart = prepareImportedCurve(run, name);
  return (
    <ChartFrame
      question="How did the score grow?"
      origin={chart.series[0]?.origin ?? ''}
      summary={chart.summary}
      isEmpty={chart.series.length === 0}
      emptyText="It holds a prompt and no score, so there is nothing to draw."
      chart={<CurveChart chart={chart} />}
      data={tableOfCurves(chart, `Points of ${name}`)}
    />
  );
}
