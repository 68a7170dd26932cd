import Link from 'next/link';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import type { ParetoPointView, ParetoView } from '@/lib/contracts/pareto';
import { describeMeasurement, formatDuration, formatUsd, plural } from '@/lib/view/numbers';
import { paretoOrigin } from '@/lib/view/pareto-chart';
import { paretoNames, standingWords } from '@/lib/view/pareto-words';

const ROWS_MAX = 100;
/** As many as the page of a comparison takes. */
const COMPARED_MAX = 60;

/** Each point with the runs behind it, the best first. */
export function ParetoPointsCard({ view }: { view: ParetoView }) {
  const names = paretoNames(view.points);
  const left = view.points.length - ROWS_MAX;
  return (
    <Card flush title="Which runs stand behind each point?" description={paretoOrigin(view, 'cost')}>
      <Table caption="Points, best held-out first">
        <TableHead>
          <HeadCell>Point</HeadCell>
          <HeadCell>Held-out</HeadCell>
          <HeadCell>Confirmation</HeadCell>
          <HeadCell numeric>Time</HeadCell>
          <HeadCell>In time</HeadCell>
          <HeadCell numeric>Cost</HeadCell>
          <HeadCell>In money</HeadCell>
          <HeadCell>Runs</HeadCell>
        </TableHead>
        <TableBody>
          {view.points.slice(0, ROWS_MAX).map((point) => (
            <Row key={point.key}>
              <Cell className="min-w-44 font-medium">{names.get(point.key)}</Cell>
              <Cell className="numbers min-w-44">{describeMeasurement(point.quality).whole}</Cell>
              <Cell className="numbers min-w-28">
                {point.confirmation ? describeMeasurement(point.confirmation).whole : '–'}
              </Cell>
              <Cell numeric>{point.delayMs ? formatDuration(point.delayMs.mean) : '–'}</Cell>
              <Cell className="min-w-32">
                <Standing standing={point.byDelay} names={names} />
              </Cell>
              <Cell numeric>{formatUsd(point.costUsd?.mean)}</Cell>
              <Cell className="min-w-32">
                <Standing standing={point.byCost} names={names} />
              </Cell>
              <Cell className="whitespace-nowrap">
                <RunsLink point={point} />
              </Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
      {left > 0 ? (
        <p className="px-4 py-3 text-ink-faint text-xs">
          The best {ROWS_MAX} are listed; {plural(left, 'further point')} are in the tables and downloads of
          the charts above.
        </p>
      ) : null}
    </Card>
  );
}

interface StandingProps {
  readonly standing: ParetoPointView['byDelay'];
  readonly names: ReadonlyMap<string, string>;
}

function Standing({ standing, names }: StandingProps) {
  if (standing === null) return <span className="text-ink-faint">not measured</span>;
  return standing.onFront ? (
    <Badge tone="good">on the front</Badge>
  ) : (
    <span className="text-ink-soft">{standingWords(standing, names)}</span>
  );
}

function RunsLink({ point: { runIds } }: { point: ParetoPointView }) {
  const style = 'underline decoration-line-strong underline-offset-2 hover:decoration-ink';
  const [only] = runIds;
  if (runIds.length === 1 && only !== undefined)
    return (
      <Link href={`/runs/${only}`} className={style}>
        open the run
      </Link>
    );
  return (
    <Link href={`/compare?runs=${runIds.slice(0, COMPARED_MAX).join(',')}`} className={style}>
      compare {plural(Math.min(runIds.length, COMPARED_MAX), 'run')}
    </Link>
  );
}
