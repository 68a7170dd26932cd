import { MeasuredValue } from '@/components/fact/measured-value';
import { PairDifferenceText } from '@/components/fact/pair-difference-text';
import { TableCard } from '@/components/list/table-card';
import { figureColumn, measuredData, type TableColumn, wordColumn } from '@/components/list/table-column';
import { Badge } from '@/components/ui/badge';
import { Link } from '@/components/ui/link';
import type { ParetoPointView, ParetoView } from '@/lib/contracts/pareto';
import { word } from '@/lib/view/list-rows';
import { formatDuration, formatUsd, NOT_KNOWN, plural } from '@/lib/view/numbers';
import { paretoOrigin } from '@/lib/view/pareto-chart';
import { paretoNames, standingWords } from '@/lib/view/pareto-words';

const PAGE = 100;
/** As many as the page of a comparison takes. */
const COMPARED_MAX = 60;

type Names = ReadonlyMap<string, string>;
type Point = ParetoPointView;

const QUALITY: readonly TableColumn<Point>[] = [
  {
    label: 'Held-out',
    className: 'min-w-40',
    data: [
      ...measuredData<Point>('held-out', ({ quality }) => quality),
      word('not valid because', ({ doubt }) => doubt?.sentence ?? null),
    ],
    cell: ({ quality, doubt }) => <MeasuredValue measurement={quality} doubt={doubt} />,
  },
  {
    label: 'Confirmation',
    className: 'min-w-28',
    data: measuredData('confirmation', ({ confirmation }) => confirmation),
    cell: ({ confirmation }) => <MeasuredValue measurement={confirmation} none={NOT_KNOWN} />,
  },
];

const standingColumn = (
  label: string,
  names: Names,
  of: (point: Point) => Point['byDelay'],
): TableColumn<Point> => ({
  label,
  className: 'min-w-56 sm:min-w-32',
  data: [
    word(label.toLowerCase(), (point) => {
      const standing = of(point);
      return standing === null ? unplaced(point) : standingWords(standing, names);
    }),
  ],
  cell: (point) => <Standing standing={of(point)} names={names} none={unplaced(point)} />,
});

const unplaced = ({ doubt }: Point) => (doubt === null ? 'not measured' : 'not placed');

function columnsOf(names: Names): readonly TableColumn<Point>[] {
  return [
    wordColumn({
      label: 'Point',
      className: 'min-w-44 font-medium',
      of: ({ key }) => names.get(key) ?? key,
    }),
    ...QUALITY,
    {
      label: 'Against the reference',
      className: 'numbers min-w-44',
      data: [
        ...measuredData<Point>('difference to the reference', ({ difference }) => difference),
        word('verdict', ({ difference }) => difference?.verdict ?? null),
      ],
      cell: (point) => <Difference point={point} />,
    },
    figureColumn({
      label: 'Time',
      file: 'time, ms',
      of: ({ delayMs }) => delayMs?.mean ?? null,
      show: formatDuration,
    }),
    standingColumn('In time', names, ({ byDelay }) => byDelay),
    figureColumn({
      label: 'Cost',
      file: 'cost, usd',
      of: ({ costUsd }) => costUsd?.mean ?? null,
      show: formatUsd,
      none: formatUsd(null),
    }),
    standingColumn('In money', names, ({ byCost }) => byCost),
    {
      label: 'Runs',
      className: 'whitespace-nowrap',
      data: [word('runs', ({ runIds }) => runIds.join('; '))],
      cell: (point) => <RunsLink point={point} />,
    },
  ];
}

/** Each point with the runs behind it, the best first. */
export function ParetoPointsCard({ view }: { view: ParetoView }) {
  return (
    <TableCard
      title="Runs behind each point"
      description={paretoOrigin(view, 'cost')}
      caption="Points, best held-out first"
      columns={columnsOf(paretoNames(view.points))}
      rows={view.points}
      keyOf={({ key }) => key}
      page={PAGE}
    />
  );
}

function Difference({ point: { difference, doubt } }: { point: Point }) {
  if (doubt !== null) return <span className="text-ink-faint">not compared</span>;
  if (difference === null) return <span className="text-ink-faint">reference</span>;
  return <PairDifferenceText difference={difference} />;
}

interface StandingProps {
  readonly standing: ParetoPointView['byDelay'];
  readonly names: Names;
  readonly none: string;
}

function Standing({ standing, names, none }: StandingProps) {
  if (standing === null) return <span className="text-ink-faint">{none}</span>;
  return standing.onFront && standing.undecidedAgainst === null ? (
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
