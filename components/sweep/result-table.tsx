import { MeasuredValue } from '@/components/fact/measured-value';
import { TableCard } from '@/components/list/table-card';
import { figureColumn, measuredData, type TableColumn } from '@/components/list/table-column';
import { Badge } from '@/components/ui/badge';
import type { SweepView } from '@/lib/contracts/sweeps';
import { countWords } from '@/lib/domain/scored-count';
import { figure, word } from '@/lib/view/list-rows';
import {
  formatCompact,
  formatDuration,
  formatInterval,
  formatScore,
  formatUsd,
  plural,
} from '@/lib/view/numbers';
import { sweepOrigin } from '@/lib/view/sweep-series';
import { sweepStandingWords } from '@/lib/view/sweep-standing';
import { ARM_WORDS, trainingWords } from '@/lib/view/sweep-words';

type ResultRow = SweepView['figure']['rows'][number];

const reachedColumns = (rows: readonly ResultRow[]): readonly TableColumn<ResultRow>[] => [
  {
    label: 'Arm',
    className: 'min-w-36 font-medium',
    data: [
      word('arm', ({ arm }) => ARM_WORDS[arm].name),
      word('place in learning time', (row) => sweepStandingWords(row.byLearning, rows)),
      word('place in total time', (row) => sweepStandingWords(row.byTotal, rows)),
    ],
    cell: (row) => (
      <>
        {ARM_WORDS[row.arm].name} <Standing row={row} rows={rows} />
      </>
    ),
  },
  figureColumn({ label: 'Batch size', of: ({ batchSize }) => batchSize }),
  {
    label: 'Held-out accuracy',
    className: 'numbers whitespace-nowrap',
    data: [
      ...measuredData<ResultRow>('held-out accuracy', ({ accuracy }) => accuracy),
      figure('seeds', ({ seeds }) => seeds.length),
      word('not valid because', ({ doubt }) => doubt?.sentence ?? null),
    ],
    cell: ({ accuracy, seeds, doubt }) =>
      doubt !== null ? (
        <MeasuredValue measurement={accuracy} doubt={doubt} />
      ) : (
        <>
          {formatScore(accuracy.mean)}{' '}
          <span className="text-ink-faint text-xs">
            ({formatInterval(accuracy)}, {plural(seeds.length, 'seed')}, {countWords(accuracy)})
          </span>
        </>
      ),
  },
];

/** In learning time, which the rows are first read by. */
function Standing({ row, rows }: { row: ResultRow; rows: readonly ResultRow[] }) {
  if (row.byLearning === null) return null;
  const { onFront, undecidedAgainst } = row.byLearning;
  const isShown = onFront && undecidedAgainst === null;
  const words = sweepStandingWords(row.byLearning, rows);
  if (isShown) return <Badge tone="good">front</Badge>;
  if (onFront) return <Badge title={words ?? ''}>front, undecided</Badge>;
  return <span className="block font-normal text-ink-faint text-xs">{words}</span>;
}

const COSTS: readonly TableColumn<ResultRow>[] = [
  figureColumn({
    label: 'Learning time',
    file: 'learning time, ms',
    of: ({ learningMs }) => learningMs.mean,
    show: formatDuration,
  }),
  figureColumn({
    label: 'Total time',
    file: 'total time, ms',
    of: ({ totalMs }) => totalMs.mean,
    show: formatDuration,
  }),
  figureColumn({
    label: 'Prompt tokens',
    of: ({ playbookTokens }) => playbookTokens.mean,
    show: formatCompact,
  }),
];

const SPENT: readonly TableColumn<ResultRow>[] = [
  figureColumn({
    label: 'Cost',
    file: 'cost, usd',
    of: ({ costUsd }) => costUsd,
    show: formatUsd,
    none: formatUsd(null),
  }),
  figureColumn({ label: 'Tokens', of: ({ tokens }) => tokens, show: formatCompact }),
  figureColumn({
    label: 'Failures',
    of: ({ failures }) => failures,
    show: (mean) => Number(mean.toFixed(1)),
  }),
];

/** The figure for reading: each arm at each size, over its seeds. */
export function ResultTable({ sweep }: { sweep: SweepView }) {
  const bullets = figureColumn<ResultRow>({
    label: 'Bullets',
    of: (row) => (sweep.origin.method === 'ace' ? row.bullets.mean : null),
  });
  const includesTraining = sweep.figure.rows.some(({ accuracy }) => accuracy.includesTraining);
  return (
    <TableCard
      title="Results of each arm"
      description={`${sweepOrigin(sweep)}. Accuracy of the last prompt. ${trainingWords({ includesTraining })} Times, tokens and costs (at list price) are means.`}
      caption="Arms and batch sizes with what they reached"
      columns={[...reachedColumns(sweep.figure.rows), ...COSTS, bullets, ...SPENT]}
      rows={sweep.figure.rows}
      keyOf={({ arm, batchSize }) => `${arm} ${batchSize}`}
    />
  );
}
