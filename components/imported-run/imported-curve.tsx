import { ChartFrame } from '@/components/charts/chart-frame';
import { CurveChart } from '@/components/charts/curve-chart';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import type { ImportedRunPreviewView } from '@/lib/contracts/run-imports';
import { describePoint, prepareImportedCurve } from '@/lib/view/curve-chart';
import { UNIT_WORDS } from '@/lib/view/imported-run-words';
import { formatCount } from '@/lib/view/numbers';

interface ImportedCurveProps {
  readonly run: NonNullable<ImportedRunPreviewView['run']>;
  readonly name: string;
}

const ROWS_MAX = 500;

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
      table={
        <Table caption="Points of the imported run">
          <TableHead>
            <HeadCell numeric>{UNIT_WORDS[run.seenUnit]}</HeadCell>
            <HeadCell>Score</HeadCell>
          </TableHead>
          <TableBody>
            {run.points.slice(0, ROWS_MAX).map((point, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: points have no name, and their order never changes
              <Row key={index}>
                <Cell numeric>{formatCount(point.seen)}</Cell>
                <Cell className="numbers">{describePoint(point, run.seenUnit)}</Cell>
              </Row>
            ))}
          </TableBody>
        </Table>
      }
    />
  );
}
